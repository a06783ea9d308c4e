/// What the two sign-in pages share in the browser: making the event that the official clients wait for, and handing it
/// to the app that asked for it.
///
/// A page puts ``text`` before its own script, and gives `deliver` the attributes of ``WidgetRequest/attributes``.
enum AuthEventScript {
    static let text = #"""
        'use strict';

        function eventOf(settings, outcome) {
          return {
            type: settings.authType,
            eventId: settings.eventId || null,
            tenantId: settings.tenant || null,
            urlResponse: null,
            sessionId: null,
            postBody: null,
            error: null,
            ...outcome,
          };
        }

        // `go` opens an address of the app, `openerIsGone` tells the user, and `fallback` is where Android leads
        // without the app.
        function deliver(event, settings, { go, openerIsGone, fallback }) {
          const storageKey = settings.apiKey + ':' + settings.appName;
          switch (settings.return) {
            case 'popup': return sendToOpener(event, settings, storageKey) || openerIsGone();
            case 'apple': return location.replace(appleLink(event, settings));
            case 'android': return location.replace(androidLink(event, settings, fallback));
            case 'address': return go(addressWith(event, settings));
            default:
              sessionStorage.setItem('firebase:redirectEvent:' + storageKey, JSON.stringify(event));
              return go(settings.target);
          }
        }

        // The app's page holds a frame of this server, which hands the event on; says whether there is one.
        function sendToOpener(event, settings, storageKey) {
          const frames = window.opener ? window.opener.frames : [];
          let isSent = false;
          for (let index = 0; index < frames.length; index += 1) {
            try {
              const query = new URLSearchParams(frames[index].location.search);
              if (query.get('apiKey') !== settings.apiKey || query.get('appName') !== settings.appName) continue;
              frames[index].postMessage({
                data: { authEvent: event, storageKey },
                eventId: String(Math.floor(Math.random() * 1e20)),
                eventType: 'sendAuthEvent',
              }, location.origin);
              isSent = true;
            } catch (error) {
              // A frame of another origin is none of this server's.
            }
          }
          return isSent;
        }

        const linkOf = (event) => event.urlResponse
          || location.origin + location.pathname + '?firebaseError=' + encodeURIComponent(JSON.stringify(event.error));

        function appleLink(event, settings) {
          let url = location.origin + '/__/auth/callback?authType=' + encodeURIComponent(event.type)
            + '&link=' + encodeURIComponent(linkOf(event));
          if (event.error) url += '&firebaseError=' + encodeURIComponent(JSON.stringify(event.error));
          if (event.eventId) url += '&eventId=' + encodeURIComponent(event.eventId);
          return settings.target + '?deep_link_id=' + encodeURIComponent(url);
        }

        function androidLink(event, settings, fallback) {
          return 'intent://firebase.auth/#Intent;scheme=genericidp;package=' + settings.target
            + ';S.authType=' + event.type + ';'
            + (event.eventId ? 'S.eventId=' + encodeURIComponent(event.eventId) + ';' : '')
            + 'S.link=' + encodeURIComponent(linkOf(event)) + ';B.encryptionEnabled=false;'
            + (fallback ? 'S.browser_fallback_url=' + encodeURIComponent(fallback) + ';' : '') + 'end;';
        }

        function addressWith(event, settings) {
          const url = event.urlResponse && new URL(event.urlResponse);
          const outcome = url ? [url.search.slice(1), url.hash.slice(1)].filter(Boolean).join('&')
            : 'error=' + encodeURIComponent(event.error.code);
          return settings.target + (settings.target.includes('?') ? '&' : '?') + outcome;
        }

        """#
}
