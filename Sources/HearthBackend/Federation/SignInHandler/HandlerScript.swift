/// What the page of ``SignInHandler`` does in the browser.
///
/// On the way out it keeps the session's name in the tab, under the state that the provider hands back; on the way back
/// it makes the event that the official clients wait for. An answer for which the tab keeps nothing goes nowhere.
enum HandlerScript {
    static let script = PageScript(
        #"""
        'use strict';
        const keyOf = (state) => 'hearth:sign-in:' + state;

        function begin({ url, state, session, error, ...settings }) {
          if (error) return deliver(settings, { urlResponse: null, sessionId: null, error: JSON.parse(error) });
          sessionStorage.setItem(keyOf(state), JSON.stringify({ session, settings }));
          location.replace(url);
        }

        function finish() {
          const answer = new URLSearchParams(location.search);
          for (const [name, value] of new URLSearchParams(location.hash.slice(1))) answer.set(name, value);
          const key = keyOf(answer.get('state') || '');
          const kept = sessionStorage.getItem(key);
          sessionStorage.removeItem(key);
          if (!kept) return say('This window has not begun to sign in. Begin again in the app.');
          const { session, settings } = JSON.parse(kept);
          deliver(settings, { urlResponse: location.href, sessionId: session || null, error: null });
        }

        function deliver(settings, outcome) {
          const event = {
            type: settings.authType,
            eventId: settings.eventId || null,
            postBody: null,
            tenantId: settings.tenant || null,
            ...outcome,
          };
          const storageKey = settings.apiKey + ':' + settings.appName;
          switch (settings.return) {
            case 'popup': return sendToOpener(event, settings, storageKey);
            case 'apple': return openAppleApp(event, settings);
            case 'android': return openAndroidApp(event, settings);
            case 'address': return openAddress(event, settings);
            default:
              sessionStorage.setItem('firebase:redirectEvent:' + storageKey, JSON.stringify(event));
              location.replace(settings.target);
          }
        }

        // The app's page holds a frame of this server, which hands the outcome on.
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
          if (!isSent) say('The window of the app that opened this one cannot be found. Is it still open?');
        }

        const linkOf = (event) => event.urlResponse
          || location.origin + location.pathname + '?firebaseError=' + encodeURIComponent(JSON.stringify(event.error));

        function openAppleApp(event, settings) {
          let url = location.origin + '/__/auth/callback?authType=' + encodeURIComponent(event.type)
            + '&link=' + encodeURIComponent(linkOf(event));
          if (event.error) url += '&firebaseError=' + encodeURIComponent(JSON.stringify(event.error));
          if (event.eventId) url += '&eventId=' + encodeURIComponent(event.eventId);
          location.replace(settings.target + '?deep_link_id=' + encodeURIComponent(url));
        }

        function openAndroidApp(event, settings) {
          location.replace('intent://firebase.auth/#Intent;scheme=genericidp;package=' + settings.target
            + ';S.authType=' + event.type + ';' + (event.eventId ? 'S.eventId=' + encodeURIComponent(event.eventId) + ';' : '')
            + 'S.link=' + encodeURIComponent(linkOf(event)) + ';B.encryptionEnabled=false;end;');
        }

        function openAddress(event, settings) {
          const url = event.urlResponse && new URL(event.urlResponse);
          const outcome = url ? [url.search.slice(1), url.hash.slice(1)].filter(Boolean).join('&')
            : 'error=' + encodeURIComponent(event.error.code);
          location.replace(settings.target + (settings.target.includes('?') ? '&' : '?') + outcome);
        }

        function say(words) {
          document.getElementById('words').textContent = words;
        }

        if (document.body.dataset.apiKey) begin({ ...document.body.dataset }); else finish();
        """#
    )
}
