// What connects an app to this server, a line for each language.
import { html } from '../lib/html.js';
import { t } from '../lib/text.js';
import { copyButton, tag } from './basics.js';
import { isEmulator, project, server } from './world.js';

function emulatorLines() {
  const { hostname, port, host } = location;
  const name = project.peek();
  return [
    ['Swift', `let auth = try Auth(.emulator(project: "${name}", host: "${hostname}", port: ${port}))`],
    ['JavaScript', `connectAuthEmulator(auth, "http://${host}");`],
    ['Android', `Firebase.auth.useEmulator("${hostname === 'localhost' || hostname === '127.0.0.1' ? '10.0.2.2' : hostname}", ${port})`],
    ['Admin SDK', `export FIREBASE_AUTH_EMULATOR_HOST=${host} GCLOUD_PROJECT=${name}`],
    ...(server.peek().firestore ? [['Firestore', `export FIRESTORE_EMULATOR_HOST=${host}`]] : []),
  ];
}

const productionLines = url => [
  ['Swift', `let auth = try Auth(.custom(apiKey: "${project.peek()}", project: "${project.peek()}", identity: "${url}/identitytoolkit.googleapis.com", tokens: "${url}/securetoken.googleapis.com"))`],
  ['JavaScript', `connectAuthEmulator(auth, "${url}", { disableWarnings: true });`],
  ['OpenID', `${url}/${project.peek()}/.well-known/openid-configuration`],
];

/** The lines, each with a button that copies it; `url` is where users reach a server for real users. */
export const snippets = url => html`<ul class="card rows snippets">${(isEmulator() ? emulatorLines() : productionLines(url ?? '')).map(([name, line]) => html`<li>${tag(name)}<code class="grow brk">${line}</code>${copyButton(line, t('Copy the line for {name}', { name }))}</li>`)}</ul>`;
