/*
 * Explains why an install failed and what to do, by the codes that npm and pnpm print.
 */

/** The order matters, because the output of a failed compilation may contain the other words too. */
const CAUSES = /** @type {const} */ ([
  [/ENOSPC/, ['The disk is full: make room and start again.']],
  [
    /better-sqlite3.*[\s\S]*(?:gyp|prebuild)/,
    [
      'better-sqlite3 could not be built. Where no ready-made binary can be fetched for this Node, it is compiled, which needs:',
      '  Python 3, make and a C++ compiler   (Debian: apt-get install python3 make g++; macOS: xcode-select --install)',
      "  Node's headers, which are downloaded; without network put `nodedir=/usr` (where include/node is) into ~/.npmrc",
    ],
  ],
  [
    /\bE?(?:401|403|407)\b|ERR_PNPM_FETCH_40[137]|Proxy Authentication/,
    [
      'The registry, or the proxy before it, refuses: it wants a log-in, or has another name for it. Look at',
      '  npm config get registry     and for a private one at `npm login --registry=…` or the _authToken in ~/.npmrc',
      '  npm config get https-proxy  and at HTTPS_PROXY and HTTP_PROXY, which may hold a user and a password',
    ],
  ],
  [
    /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_|self.signed certificate/i,
    [
      'The registry, or the proxy before it, has a certificate that Node does not know. Name the authority that signed it:',
      '  npm config set cafile /path/to/authority.pem',
    ],
  ],
  [
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|META_FETCH_FAIL|ERR_PNPM_FETCH|E404|E5\d\d/,
    [
      'The registry does not answer as it should. Behind a proxy, or with a registry of your own, tell npm; pnpm reads the same:',
      '  npm config set https-proxy http://proxy.example:3128',
      '  npm config set registry https://registry.example/',
    ],
  ],
  [/EACCES|EPERM|EROFS/, ['This user may not write there. Is the checkout, or ~/.npm, owned by somebody else?']],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    ['A package.json was changed and pnpm-lock.yaml was not: run `npx pnpm@<the version> install` once.'],
  ],
]);

/** Lines that a successful install prints too: the number of packages, and the running script. */
const NO_FAILURE = /^Progress:.*$|^.*install\$ .*$/gm;

/**
 * @param {string} packageManager
 * @param {number} code exit code
 * @param {string} output the end of what it printed
 */
export function explainFailedInstall(packageManager, code, output) {
  const said = output.replace(NO_FAILURE, '');
  const [, lines] = CAUSES.find(([pattern]) => pattern.test(said)) ?? [];
  const reason = `The packages could not be installed: ${packageManager} ended with exit code ${code}.`;
  return [reason, ...(lines ?? ['What it printed stands above.'])].join('\n');
}

/** The address of a registry or a proxy may contain a user and a password. @param {string} text */
export function withoutCredentials(text) {
  return text.replace(/\/\/[^/@\s]+@/g, '//***@');
}
