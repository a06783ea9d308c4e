internal import HearthCore

/// The form for a new password: typed twice, shown on request, with the rules that tick themselves off.
///
/// Without scripts it is the same form without the check box, and the server complains.
struct PasswordForm: Sendable {
    let frame: PageFrame
    let action: String
    let email: EmailAddress
    let entry: PasswordEntry

    /// The hidden address tells a password manager whose password this is.
    var element: HTML {
        let words = frame.words
        return """
            <form method="post" action="\(action)" id="password-form" data-differ="\(words.passwordsDiffer)">
            <input type="text" autocomplete="username" value="\(email.text)" readonly hidden>
            \(firstField)
            \(secondField)
            <label class="check" id="show-line" hidden><input id="show" type="checkbox"> \(words.showPasswords)</label>
            <button type="submit">\(words.resetButton)</button>
            </form>
            """
    }

    private var firstField: HTML {
        let isBad = entry.complaint != nil && entry.complaint != .differs
        return """
            <div class="field"><label for="newPassword">\(frame.words.newPassword)</label>
            \(input("newPassword", entry.typed, isBad: isBad, notes: isBad ? "note rules" : "rules"))
            \(isBad ? complaint : "")\(rules)</div>
            """
    }

    private var secondField: HTML {
        let isBad = entry.complaint == .differs
        return """
            <div class="field"><label for="repeatPassword">\(frame.words.repeatPassword)</label>
            \(input("repeatPassword", entry.repeated, isBad: isBad, notes: isBad ? "note" : nil))
            \(isBad ? complaint : "")</div>
            """
    }

    /// What was typed stays, so that it can be corrected: the page goes to the browser that has just sent it, and is
    /// kept nowhere.
    private func input(_ name: String, _ typed: Secret<String>, isBad: Bool, notes: String?) -> HTML {
        let isFirst = isBad || entry.complaint == nil && name == "newPassword"
        let value: HTML = typed.reveal().isEmpty ? "" : " value=\"\(typed.reveal())\""
        let described: HTML = notes.map { " aria-describedby=\"\($0)\"" } ?? ""
        let state: HTML = isBad ? " aria-invalid=\"true\"" : ""
        let focus: HTML = isFirst ? " autofocus" : ""
        return """
            <input id="\(name)" name="\(name)" type="password" autocomplete="new-password" required \
            minlength="\(String(minimumLength))"\(value)\(described)\(state)\(focus)>
            """
    }

    private var complaint: HTML {
        let text = entry.complaint?.text(in: frame.words) ?? ""
        return "<p id=\"note\" class=\"bad\" role=\"alert\">\(PageIcon.alert.element)<span>\(text)</span></p>\n"
    }

    private var minimumLength: Int {
        entry.policy.isEnforced ? entry.policy.minimumLength : PasswordPolicy().minimumLength
    }

    private var rules: HTML {
        let (policy, words) = (entry.policy, frame.words)
        var items: HTML = ""
        func add(_ rule: String, _ text: String, _ value: String = "", _ isAsked: Bool = true) {
            guard isAsked else { return }
            items = "\(items)<li data-rule=\"\(rule)\" data-value=\"\(value)\"><span>\(text)</span></li>\n"
        }
        let minimum = String(minimumLength)
        add("least", frame.plain(words.ruleLength, ["count": minimum]), minimum)
        if policy.isEnforced {
            let maximum = policy.maximumLength.map { String($0) }
            add("most", frame.plain(words.ruleMaximum, ["count": maximum ?? ""]), maximum ?? "", maximum != nil)
            add("pattern", words.ruleLowercase, "[a-z]", policy.requiresLowercaseLetter)
            add("pattern", words.ruleUppercase, "[A-Z]", policy.requiresUppercaseLetter)
            add("pattern", words.ruleDigit, "[0-9]", policy.requiresNumericCharacter)
            let symbols = String(policy.allowedNonAlphanumericCharacters)
            add("symbol", words.ruleSymbol, symbols, policy.requiresNonAlphanumericCharacter)
        }
        return "<ul id=\"rules\" class=\"rules\">\n\(items)</ul>"
    }

    /// Shows the passwords on request, ticks rules off, and says before the form is sent that the two differ.
    static let script = PageScript(
        #"""
        'use strict';
        const form = document.getElementById('password-form');
        const first = document.getElementById('newPassword');
        const second = document.getElementById('repeatPassword');
        const show = document.getElementById('show');
        const isMet = {
          least: (text, value) => text.length >= Number(value),
          most: (text, value) => text.length > 0 && text.length <= Number(value),
          pattern: (text, value) => new RegExp(value).test(text),
          symbol: (text, value) => Array.from(value).some((symbol) => text.includes(symbol)),
        };
        function update() {
          for (const rule of document.querySelectorAll('#rules li')) {
            rule.classList.toggle('met', isMet[rule.dataset.rule](first.value, rule.dataset.value));
          }
          second.setCustomValidity(first.value === second.value ? '' : form.dataset.differ);
        }
        show.addEventListener('change', () => {
          first.type = second.type = show.checked ? 'text' : 'password';
        });
        form.addEventListener('submit', () => { first.type = second.type = 'password'; });
        form.addEventListener('input', update);
        document.getElementById('show-line').hidden = false;
        update();
        """#
    )
}
