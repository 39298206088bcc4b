/**
 * Who may import whom: the only place that says so. `scripts/test/dependency-rules.test.ts` plants a violation of each
 * rule and expects it to be caught; add the sample together with the rule.
 */
import { builtinModules } from 'node:module'

const TEST = String.raw`\.(test|e2e)\.tsx?$`
const TESTING = String.raw`(^|/)testing/`
const STANDALONE = [TEST, String.raw`\.d\.ts$`, String.raw`(empty\.css|without-\w+|remote-entry)\.mjs$`]
const PLATFORM_ENTRY = String.raw`^platform/create-platform\.ts$`
const OURS = '^(shell|shared|platform|mfe-[^/]+|e2e|bench|scripts)/'
const PRODUCT = '^(shell|shared|platform|mfe-[^/]+)/'
const LAYERED = '^(shell|mfe-[^/]+)'

/** Packages below node_modules, as a pattern of their resolved files. */
const npm = (...names) => `(^|/)node_modules/(@types/)?(${names.join('|')})/`
const REACT = npm('react', 'react-dom', 'single-spa-react')
const REDUX = npm('redux', '@reduxjs/[^/]+', 'redux-observable', 'rxjs')
/** What a pure rule may still use: both compute, and nothing else. */
const PURE_PACKAGES = npm('valibot', 'contensis-core-api', 'markdown-it')

const BROWSER_ENTRY = String.raw`^(shell/browser/|mfe-[^/]+/spa\.tsx$)`
const SERVER_ENTRY = String.raw`^(shell/(start|supervisor)/|mfe-[^/]+/ssr\.tsx$)`
const SERVER_CODE = String.raw`\.server\.tsx?$|^platform/|^mfe-[^/]+/ssr\.tsx$|^shared/(ssr|sanitise)/`
const BROWSER_CODE = String.raw`\.client\.tsx?$|^mfe-[^/]+/spa\.tsx$|^shared/(spa|lifecycles)/`
/** Files of the shell without a suffix; with one it is said where they run. */
const SHELL_PLAIN = '^shell/(http|page|document|cache|releases|features)/'
const BUILTIN = `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')}|sqlite)$`

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const graph = [
  rule('no-cycles', 'A cycle means that two files are one; types count too.', {}, { circular: true }),
  rule(
    'no-orphans',
    'A file that nothing imports and that imports nothing is not part of the product.',
    { orphan: true, pathNot: STANDALONE },
    {},
  ),
  rule('nothing-unresolved', 'Every import leads to a file.', {}, { couldNotResolve: true }),
  rule(
    'declared-packages-only',
    'Import what a package.json of ours names.',
    { path: OURS },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
  ),
  rule(
    'no-tools-in-the-product',
    'The product runs without devDependencies.',
    { path: PRODUCT, pathNot: [TEST, TESTING] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  ),
]

const packages = [
  rule(
    'remotes-are-independent',
    'A remote is released alone: it knows no other.',
    { path: '^(mfe-[^/]+)/' },
    { path: '^mfe-[^/]+/', pathNot: '^$1/' },
  ),
  rule(
    'remotes-know-no-host',
    'A remote knows the contract, never who runs it.',
    { path: '^mfe-[^/]+/' },
    { path: '^(shell|platform|e2e|bench|scripts)/' },
  ),
  rule(
    'host-loads-remotes-at-run-time',
    'The shell reaches a remote, its manifest included, only through federation.',
    { path: '^shell/' },
    { path: '^mfe-[^/]+/' },
  ),
  rule(
    'host-knows-the-protocol',
    'The shell speaks to a content platform over HTTP; which one is configuration.',
    { path: '^shell/', pathNot: TESTING },
    { path: '^platform/' },
  ),
  rule(
    'host-knows-no-commands',
    'What runs the shell is not part of it; its tests may make releases as the commands do.',
    { path: '^shell/', pathNot: [TEST, TESTING] },
    { path: '^(e2e|bench|scripts)/' },
  ),
  rule(
    'shared-stands-alone',
    'What everybody uses depends on nobody.',
    { path: '^shared/', pathNot: '^shared/testing/' },
    { path: '^(shell|mfe-[^/]+|platform|e2e|bench|scripts)/' },
  ),
  rule(
    'testing-uses-the-platform-entry',
    'The test helpers may run the platform in process, through its entry point.',
    { path: '^shared/testing/' },
    { path: '^(shell|mfe-[^/]+|platform|e2e|bench|scripts)/', pathNot: PLATFORM_ENTRY },
  ),
  rule(
    'platform-stands-alone',
    'The platform imports nothing of ours, its tests included: so it cannot share our mistakes.',
    { path: '^platform/' },
    { path: OURS, pathNot: '^platform/' },
  ),
  rule(
    'journeys-see-the-outside',
    'A journey knows what a visitor knows, or an attacker.',
    { path: '^e2e/' },
    { path: OURS, pathNot: ['^e2e/', '^scripts/(testing|attack)/', PLATFORM_ENTRY] },
  ),
]

const entryPoints = [
  rule(
    'shared-through-entry-points',
    'A folder of shared is imported by its index.',
    { path: OURS, pathNot: '^shared/' },
    {
      path: '^shared/',
      pathNot: String.raw`^shared/[^/]+/index\.ts$|^shared/ui/theme\.css$|^shared/testing/remotes\.ts$`,
    },
  ),
  rule(
    'shared-folders-through-entry-points',
    'Folders of shared import the indexes of each other.',
    { path: '^shared/([^/]+)/' },
    {
      path: '^shared/(?!node_modules/)[^/]+/',
      pathNot: ['^shared/$1/', String.raw`^shared/[^/]+/index\.ts$`],
    },
  ),
  rule(
    'shared-by-name',
    'From outside, shared is @tessera/shared/FOLDER: the exports of its package.json are the list of entry points.',
    { path: OURS, pathNot: '^shared/' },
    { path: '^shared/', dependencyTypesNot: ['aliased-workspace', 'localmodule', 'npm'] },
  ),
  rule(
    'contract-and-content-are-the-ground',
    'The contract and the vocabulary know only each other.',
    { path: '^shared/(contract|content)/', pathNot: TEST },
    { path: '.', pathNot: ['^shared/(contract|content)/', npm('redux', 'rxjs')] },
  ),
  rule(
    'contract-is-types',
    'Of packages the contract takes types: what carries it out is the business of other folders.',
    { path: '^shared/(contract|content)/', pathNot: TEST },
    { path: '(^|/)node_modules/', dependencyTypesNot: ['type-only'] },
  ),
]

const layers = [
  rule(
    'domain-is-pure',
    'Rules and types: same input, same output. No framework, no call, no Node.',
    { path: `${LAYERED}/domain/|^platform/domain/`, pathNot: TEST },
    {
      path: '.',
      pathNot: [
        '^[^/]+/(domain|config)/',
        String.raw`^[^/]+/(errors|manifest)\.ts$|^[^/]+/messages/index\.ts$`,
        String.raw`^shared/(contract|content|config)/index\.ts$`,
        PURE_PACKAGES,
      ],
    },
  ),
  rule(
    'features-are-independent',
    'A feature of the shell can be deleted by deleting its folder and its line: no other imports it.',
    { path: '^shell/features/([^/]+)/', pathNot: [TEST, TESTING] },
    { path: '^shell/features/', pathNot: '^shell/features/$1/' },
  ),
  rule(
    'plain-files-are-pure',
    'A file of the shell without a suffix computes; what touches Node, the network or a clock is `*.server.ts` or `*.client.ts`.',
    { path: SHELL_PLAIN, pathNot: [TEST, TESTING, String.raw`\.server\.ts$`] },
    {
      path: [SERVER_CODE, BUILTIN, REACT, npm('fastify', 'undici', 'pino')],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'io-knows-no-framework',
    'A call takes what it needs and returns data: no React, no Redux, no streams.',
    { path: `${LAYERED}/io/|^shared/io/`, pathNot: TEST },
    { path: [REACT, REDUX, '^[^/]+/(state|ui)/', '^shared/(store|ssr|spa|lifecycles)/'] },
  ),
  rule(
    'state-knows-io-by-type',
    'Loaders and epics are handed their calls.',
    { path: `${LAYERED}/state/`, pathNot: TEST },
    { path: '^[^/]+/io/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'state-knows-no-view',
    'State can be tested, and served, without a view.',
    { path: `${LAYERED}/state/`, pathNot: TEST },
    { path: [REACT, '^[^/]+/ui/', '^shared/(ssr|spa|lifecycles)/'] },
  ),
  rule(
    'ui-does-no-io',
    'Props and selectors in, elements out.',
    { path: `${LAYERED}/ui/|^shared/ui/`, pathNot: TEST },
    { path: ['^[^/]+/io/', '^shared/(ssr|sanitise)/'] },
  ),
]

const sides = [
  rule(
    'no-server-code-in-the-browser',
    'Nothing of the server, directly or through others, in what a browser downloads.',
    { path: BROWSER_ENTRY, pathNot: TEST },
    { path: SERVER_CODE, reachable: true },
  ),
  rule(
    'no-browser-code-on-the-server',
    'Nothing of the browser, directly or through others, in what a server runs.',
    { path: SERVER_ENTRY, pathNot: TEST },
    { path: BROWSER_CODE, reachable: true },
  ),
  rule(
    'no-node-in-the-browser',
    'Browsers have no Node.',
    { path: BROWSER_ENTRY, pathNot: TEST },
    { path: BUILTIN, reachable: true },
  ),
  rule(
    'test-tools-in-tests-only',
    'Builders and fakes are for tests.',
    { path: PRODUCT, pathNot: [TEST, TESTING] },
    { path: [TESTING, npm('@jest/[^/]+', '@testing-library/[^/]+', 'jest', '@playwright/test')] },
  ),
  rule('nobody-imports-tests', 'A test is the end of a path.', {}, { path: TEST }),
]

export default {
  forbidden: [...graph, ...packages, ...entryPoints, ...layers, ...sides],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`^(dist|releases|\.data|\.node|test-results|scripts/kit/template)/` },
    combinedDependencies: true,
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
    },
  },
}
