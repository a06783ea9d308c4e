internal import HearthCore
internal import HearthCrypto

/// How pages look: the console's colours and type, see `Sources/HearthConsole/Web/app.css`.
///
/// Nothing says left or right, so that a page in Arabic is the mirror of one in English.
enum PageStyle {
    /// The digest as a page's policy names it.
    static let source = "'sha256-\(Base64.encode(Digest.sha256.hash(Array(text.utf8)), .standard))'"

    static let text = tokens + frame + form + widget

    private static let tokens = """
        :root { color-scheme: light dark; --paper: #faf8f5; --card: #ffffff; --sunk: #f3efe9; --ink: #1d1b19; \
        --soft: #5f5a54; --edge: #8a8177; --line: #ddd6cc; --hover: #f7f3ed; --accent: #b5431b; --accent-wash: #fbebe3; \
        --on-accent: #ffffff; --ok: #1f6b3a; --ok-wash: #e3f1e7; --warn: #7d5200; --warn-wash: #fbf0d6; --bad: #a3180f; \
        --bad-wash: #fbe6e3; --info: #1a5a8c; --info-wash: #e3eef7; \
        --shadow: 0 1px 2px rgb(60 40 20 / .06), 0 12px 32px -12px rgb(60 40 20 / .22); \
        --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; \
        --serif: ui-serif, "New York", "Iowan Old Style", "Palatino Linotype", Charter, "Noto Serif", Georgia, serif; }
        @media (prefers-color-scheme: dark) { :root { --paper: #171513; --card: #211e1b; --sunk: #1b1816; --ink: #f1ede7; \
        --soft: #b3aba1; --edge: #80776d; --line: #3b3631; --hover: #282420; --accent: #ff9466; --accent-wash: #3c2419; \
        --on-accent: #241109; --ok: #86d3a0; --ok-wash: #1b3023; --warn: #f0bf63; --warn-wash: #352a10; --bad: #ff9d94; \
        --bad-wash: #3f1e1a; --info: #8fc6f2; --info-wash: #152b3b; \
        --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 16px 40px -12px rgb(0 0 0 / .7); } }

        """

    private static let frame = """
        *, *::before { box-sizing: border-box; }
        html { font: 1rem/1.5 var(--sans); -webkit-text-size-adjust: 100%; }
        body { margin: 0; min-block-size: 100vh; min-block-size: 100dvh; display: grid; place-content: center; \
        grid-template-columns: minmax(0, 27rem); gap: 1.25rem; padding: 2rem 1rem; background: var(--paper); \
        color: var(--ink); }
        h1, p, ul { margin: 0; padding: 0; overflow-wrap: anywhere; }
        h1 { font: 600 1.5rem/1.25 var(--serif); letter-spacing: -.01em; text-wrap: balance; }
        bdi { font-weight: 600; }
        .word { white-space: nowrap; }
        [hidden] { display: none !important; }
        .band { position: fixed; inset-block-start: 0; inset-inline: 0; block-size: 3px; \
        background: repeating-linear-gradient(-45deg, var(--accent) 0 8px, var(--accent-wash) 8px 14px); }
        .brand { display: flex; align-items: center; gap: .75rem; min-inline-size: 0; }
        .brand p { flex: 1 1 auto; min-inline-size: 0; line-height: 1.3; }
        .brand .name { display: block; font: 600 1.0625rem/1.3 var(--serif); }
        .tile { inline-size: 2.5rem; block-size: 2.5rem; flex: none; display: grid; place-items: center; \
        border-radius: 10px; background: var(--accent-wash); color: var(--accent); font: 600 1.25rem/1 var(--serif); }
        .soft, .soft bdi { color: var(--soft); }
        .small { font-size: .875rem; }
        .small bdi { font-weight: 400; }
        .mode { flex: none; padding: .125rem .5rem; border-radius: 4px; font-size: .8125rem; font-weight: 600; \
        color: var(--accent); background: var(--accent-wash); border: 1px dashed var(--accent); }
        .card { --tone: var(--accent); --wash: var(--accent-wash); display: grid; gap: 1rem; \
        grid-template-columns: minmax(0, 1fr); padding: 1.75rem; background: var(--card); \
        border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); position: relative; \
        overflow: hidden; overflow: clip; }
        .card::before { content: ""; position: absolute; inset-block-start: 0; inset-inline: 0; block-size: 4px; \
        background: var(--tone); }
        .good { --tone: var(--ok); --wash: var(--ok-wash); }
        .note { --tone: var(--info); --wash: var(--info-wash); }
        .warn { --tone: var(--warn); --wash: var(--warn-wash); }
        .fail { --tone: var(--bad); --wash: var(--bad-wash); }
        .badge { inline-size: 3rem; block-size: 3rem; display: grid; place-items: center; border-radius: 50%; \
        background: var(--wash); color: var(--tone); }
        svg { inline-size: 1.5rem; block-size: 1.5rem; flex: none; fill: none; stroke: currentColor; \
        stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
        @media (max-width: 479px) { body { place-content: start stretch; padding: 1.25rem 1rem; } \
        .card { padding: 1.5rem 1.25rem; } }

        """

    private static let form = """
        form { display: grid; gap: 1rem; margin: .25rem 0 0; grid-template-columns: minmax(0, 1fr); }
        .field { display: grid; gap: .375rem; min-inline-size: 0; }
        label { font-weight: 600; }
        input { inline-size: 100%; min-inline-size: 0; padding: .625rem .75rem; font: inherit; color: inherit; \
        background: var(--paper); border: 1px solid var(--edge); border-radius: 8px; }
        .bad { display: flex; gap: .5rem; align-items: flex-start; margin-block-start: .25rem; color: var(--bad); \
        font-weight: 500; }
        .bad svg { inline-size: 1.25rem; block-size: 1.5rem; }
        [aria-invalid="true"] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
        [aria-invalid="true"]:focus-visible { outline-color: var(--bad); }
        .check { display: flex; gap: .5rem; align-items: center; font-weight: 400; }
        .check input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--accent); }
        .rules { list-style: none; display: grid; gap: .125rem; font-size: .875rem; color: var(--soft); }
        .rules li { display: flex; gap: .5rem; }
        .rules li::before { content: "○"; inline-size: 1em; }
        .rules .met { color: var(--ok); }
        .rules .met::before { content: "✓"; }
        button, .button { display: block; inline-size: 100%; padding: .6875rem 1rem; font: 600 1rem/1.35 var(--sans); \
        text-align: center; text-decoration: none; color: var(--on-accent); background: var(--accent); \
        border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; overflow-wrap: anywhere; }
        .quiet { color: var(--ink); background: var(--card); border-color: var(--edge); }
        .quiet:hover { background: var(--hover); }
        button:disabled { opacity: .55; cursor: default; }
        @media (forced-colors: active) { button, .button, .card { border: 1px solid; } .card::before { background: CanvasText; } }

        """

    private static let widget = """
        .provider { padding: 1.25rem; gap: .75rem; }
        .provider::before { content: none; }
        .provider h1 { font-size: 1.25rem; }
        .provider form { gap: .625rem; margin: 0; }
        .provider .field { gap: .25rem; }
        .provider label { font-size: .875rem; }
        .provider input { padding: .4375rem .625rem; }
        .provider button { padding-block: .5625rem; }
        .accounts { list-style: none; display: grid; gap: .5rem; max-block-size: max(12rem, 100vh - 16rem); \
        overflow: auto; margin: -.25rem; padding: .25rem; }
        .accounts .js-new-account { position: sticky; inset-block-end: -.25rem; padding-block: .25rem; \
        background: var(--card); }
        .account { display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: .75rem; align-items: center; \
        text-align: start; font-weight: 400; line-height: 1.35; color: var(--ink); background: var(--card); \
        border-color: var(--line); }
        .account:hover { background: var(--hover); border-color: var(--accent); }
        .account span { min-inline-size: 0; }
        .account .tile { grid-row: span 2; border-radius: 50%; }
        .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .75rem; align-items: end; }
        .optional { font-weight: 400; color: var(--soft); }
        .row { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2fr); gap: .75rem; }
        .stretch { display: grid; gap: .75rem; }
        @media (max-height: 640px) { body:has(.provider) { padding-block: 1rem; gap: .75rem; } }

        """
}
