// QR codes: the server draws them, as rows of `1` and `0`.
import { html } from '../lib/html.js';

/** A QR code from its rows, with the light margin that readers need; `label` says what it holds. */
export function qrCode(rows, label) {
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges"><rect class="light" width=${size} height=${size}></rect><path class="dark" d=${dark}></path></svg>`;
}
