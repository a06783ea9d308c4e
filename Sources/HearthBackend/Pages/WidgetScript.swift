/// What the sign-in page does in the browser.
///
/// It reads what it needs from the page's attributes, which the server has checked, and writes text, never markup.
enum WidgetScript {
    static let script = PageScript(
        AuthEventScript.text + #"""
            const widget = document.getElementById('widget');
            const settings = widget.dataset;
            const field = (id) => document.getElementById(id);

            function toggleForm(isShown) {
              field('add-user').hidden = !isShown;
              field('accounts-list').hidden = isShown;
              if (isShown) field('email-input').focus();
              else document.querySelector('.js-new-account button').focus();
            }

            function complain(words) {
              const trouble = field('trouble');
              trouble.textContent = words;
              trouble.hidden = false;
            }

            function finish(claims) {
              let url = location.origin + location.pathname + '?providerId=' + encodeURIComponent(settings.provider)
                + '&id_token=' + encodeURIComponent(claims);
              if (settings.provider.startsWith('saml.')) {
                const assertion = { subject: { nameId: JSON.parse(claims).email } };
                url += '&SAMLResponse=' + encodeURIComponent(JSON.stringify({ assertion }));
              }
              const outcome = { urlResponse: url, sessionId: 'ValueNotUsedByAuthEmulator', postBody: '' };
              deliver(eventOf(settings, outcome), settings, {
                go: (address) => location.assign(address),
                openerIsGone: () => complain(settings.openerGone),
                fallback: location.href,
              });
            }

            function validate(isLoud) {
              const value = field('email-input').value;
              const words = !value ? settings.emailMissing : value.includes('@') ? '' : settings.emailWithoutAt;
              const note = field('email-error');
              note.textContent = words;
              note.hidden = !words || !isLoud;
              field('email-input').setAttribute('aria-invalid', String(Boolean(words) && isLoud));
              field('sign-in').disabled = Boolean(words);
              return !words;
            }

            function newClaims() {
              const digits = crypto.getRandomValues(new Uint8Array(40));
              const claims = {
                sub: Array.from(digits, (digit) => digit % 10).join(''), iss: '', aud: '', exp: 0, iat: 0,
                name: field('display-name-input').value || undefined,
                screen_name: field('screen-name-input').value || undefined,
                email: field('email-input').value,
                email_verified: field('email-verified-input').checked,
                picture: field('profile-photo-input').value || undefined,
              };
              return JSON.stringify(claims);
            }

            function fillIn() {
              const names = ['Ada', 'Alan', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Tony', 'Frances', 'Dennis'];
              const things = ['Otter', 'Birch', 'Comet', 'Harbour', 'Lantern', 'Meadow', 'Pebble', 'Robin', 'Willow', 'Fern'];
              const pick = (list) => list[Math.floor(Math.random() * list.length)];
              const first = pick(names), last = pick(things), number = Math.floor(Math.random() * 1000);
              field('email-input').value = (first + '.' + last + '.' + number).toLowerCase() + '@example.com';
              field('display-name-input').value = first + ' ' + last;
              field('screen-name-input').value = (last + '_' + first).toLowerCase();
              validate(true);
            }

            for (const account of document.querySelectorAll('.js-reuse-account')) {
              account.addEventListener('click', () => finish(account.dataset.claims));
            }
            document.querySelector('.js-new-account').addEventListener('click', () => toggleForm(true));
            field('back-button').addEventListener('click', () => toggleForm(false));
            field('autogen-button').addEventListener('click', fillIn);
            // No complaint while the user types; a corrected mistake goes at once.
            field('email-input').addEventListener('input', () => validate(!field('email-error').hidden));
            field('email-input').addEventListener('change', () => validate(true));
            field('main-form').addEventListener('submit', (event) => {
              event.preventDefault();
              if (validate(true)) finish(newClaims());
            });
            """#
    )
}
