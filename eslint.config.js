import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Names that a pure rule may not touch: effects, the clock, chance, and either side's globals. Source: design 3. */
const IMPURE_GLOBALS = [
  'window',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'console',
  'process',
  'Buffer',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'requestAnimationFrame',
  'queueMicrotask',
  'performance',
  'crypto',
]

const IMPURE_PROPERTIES = [
  { object: 'Date', property: 'now', message: 'Domain code gets the time as an argument.' },
  { object: 'Math', property: 'random', message: 'Domain code gets chance and ids as arguments.' },
]

/** Syntax that is never ours, in any file. */
const EVERYWHERE = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Named exports only.' },
  {
    selector: 'UnaryExpression[operator="typeof"][argument.name=/^(window|document|navigator|self)$/]',
    message: 'Which side we are on is decided by which entry ran, never asked.',
  },
  {
    selector: 'JSXAttribute[name.name="style"]',
    message: "The content security policy forbids inline styles: use the component's module.",
  },
]

/** In domain `new Date()` reads the clock; `new Date(value)` does not. */
const NO_CLOCK = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Domain code gets the time as an argument.',
}

const LASTING = '/^(setTimeout|setInterval|setImmediate|requestAnimationFrame|addEventListener)$/'
/**
 * What would survive the request, the page or the release that it belongs to. A `WeakMap` is allowed where its key is a value that never
 * changes and its entry is computed from the key alone: it is the same for everybody, and goes when the key goes.
 */
const AT_MODULE_LEVEL = [
  {
    selector: `CallExpression[callee.name=${LASTING}]:not(:function *)`,
    message: 'No timers or listeners at module level: they would survive a swap of the release.',
  },
  {
    selector: `CallExpression[callee.property.name=${LASTING}]:not(:function *)`,
    message: 'No timers or listeners at module level: they would survive a swap of the release.',
  },
  {
    selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=/^(let|var)$/]',
    message: 'Nothing mutable at module level.',
  },
  {
    selector:
      ':matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]',
    message:
      'Nothing mutable at module level: an empty collection is there to be filled. To remember what was computed from a value that never changes, use a WeakMap keyed by it.',
  },
]

/** Setting HTML: one component may, after the one sanitiser. Source: design 8. */
const SETS_HTML = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Only RichText sets HTML; state carries clean HTML only.',
}

const LANGUAGE = '[value=/^(ar|cy|de|en|es|fr|he)(-[A-Z]{2})?$/]'
/** A decision by language is one that the next language has to be added to. Source: docs/decisions/0025. */
const NO_LANGUAGE = [
  `BinaryExpression > Literal${LANGUAGE}`,
  `SwitchCase > Literal${LANGUAGE}`,
  `CallExpression[callee.property.name=/^(startsWith|endsWith|includes|indexOf)$/] > Literal${LANGUAGE}`,
  `:not(Property) > ArrayExpression > Literal${LANGUAGE}`,
].map((selector) => ({
  selector,
  message: 'Code names no language: words are in catalogues, what a site speaks is configuration.',
}))

/** How a language counts is known to `Intl`. Source: docs/decisions/0025. */
const NO_COUNTING = {
  selector: 'BinaryExpression[operator=/^([!=]==|[<>]=?)$/] > Literal[raw=/^\\d+$/]',
  message: 'Numbers choose their form by `plural`.',
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/*.e2e.ts', '**/testing/**', 'scripts/test/fixtures/**']
const TOOL_CONFIGS = [
  'e2e/support/global-setup.ts',
  '*.config.{js,ts,mjs}',
  'scripts/kit/jest.config.mjs',
  '.dependency-cruiser.mjs',
  'e2e/playwright.config.ts',
  'scripts/test/*.mjs',
]

export default tseslint.config(
  {
    ignores: [
      // The sources of other repositories: what they import is installed there.
      'scripts/kit/template/',
      '**/node_modules/',
      '**/dist/',
      'releases/',
      '.data/',
      '.node/',
      'platform/conformance/',
      'test-results/',
      'playwright-report/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      complexity: ['error', 14],
      'no-duplicate-imports': 'error',
      'max-depth': ['error', 4],
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
    },
  },
  // Also on pages of other sites, whose libraries may have added to the prototype of every object.
  { files: ['mfe-*/**', 'shared/{embed,spa,store,ui}/**'], rules: { 'guard-for-in': 'error' } },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  {
    files: ['{mfe-*,shared,shell}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['{mfe-*,shell,shared,platform}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE, ...AT_MODULE_LEVEL, ...NO_LANGUAGE, SETS_HTML],
    },
  },
  {
    files: ['shared/ui/{rich-text,slot}.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, ...AT_MODULE_LEVEL, ...NO_LANGUAGE] },
  },
  {
    files: [
      '**/domain/**/*.{ts,tsx}',
      'shared/{contract,content}/**/*.ts',
      'shell/{http,page,document,cache,releases,features}/**/*.ts',
    ],
    ignores: [...TESTS, '**/*.server.ts'],
    rules: {
      'no-restricted-globals': ['error', ...IMPURE_GLOBALS],
      'no-restricted-properties': ['error', ...IMPURE_PROPERTIES],
      'no-restricted-syntax': [
        'error',
        ...EVERYWHERE,
        ...AT_MODULE_LEVEL,
        ...NO_LANGUAGE,
        SETS_HTML,
        NO_CLOCK,
      ],
    },
  },
  {
    files: ['**/messages/*.ts'],
    ignores: ['**/messages/index.ts', '**/*.client.ts', 'shared/**'],
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE, ...AT_MODULE_LEVEL, ...NO_LANGUAGE, NO_COUNTING],
    },
  },
  {
    files: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: [...TOOL_CONFIGS, '**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  // Commands speak to the terminal.
  { files: ['scripts/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  {
    files: ['scripts/**', 'bench/**', 'e2e/**', '*.{js,ts,mjs}', '.*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'URL', 'SharedArrayBuffer', 'Atomics', 'setTimeout', 'setInterval', 'clearInterval'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
)
