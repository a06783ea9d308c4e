/// What the page of ``SignInHandler`` does in the browser.
///
/// On the way out it keeps the session's name in the tab, under the state that the provider hands back; on the way back
/// it makes the event that the official clients wait for. An answer for which the tab keeps nothing goes nowhere.
enum HandlerScript {
    static let script = PageScript(
        AuthEventScript.text + #"""
            const keyOf = (state) => 'hearth:sign-in:' + state;

            function begin({ url, state, session, error, ...settings }) {
              if (error) return hand(settings, { error: JSON.parse(error) });
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
              hand(settings, { urlResponse: location.href, sessionId: session || null });
            }

            function hand(settings, outcome) {
              deliver(eventOf(settings, outcome), settings, {
                go: (address) => location.replace(address),
                openerIsGone: () => say('The window of the app that opened this one cannot be found. Is it still open?'),
              });
            }

            function say(words) {
              document.getElementById('words').textContent = words;
            }

            if (document.body.dataset.apiKey) begin({ ...document.body.dataset }); else finish();
            """#
    )
}
