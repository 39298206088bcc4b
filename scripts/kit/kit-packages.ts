/** A package of the kit: the compiled files of this checkout that its entries include, at the same paths. */
export interface KitPackage {
  readonly name: string
  readonly description: string
  /** Its exports by name, or its program. */
  readonly entries: Readonly<Record<string, string>>
  /** Files that no import includes. */
  readonly besides: readonly string[]
  /** Files that are copied without being compiled. */
  readonly copied: readonly string[]
  /** Packages that it needs but does not import by name. */
  readonly needs: readonly string[]
}

/** The contract that remotes are written against, and what tests them. */
export const CONTRACT: KitPackage = {
  name: '@tessera/contract',
  description: 'What a Tessera site and its remotes agree on, and what a remote is tested with',
  entries: {
    '.': 'shared/contract/index.ts',
    './content': 'shared/content/index.ts',
    './messages': 'shared/messages/index.ts',
    './store': 'shared/store/index.ts',
    './ui': 'shared/ui/index.ts',
    './ssr': 'shared/ssr/index.ts',
    './lifecycles': 'shared/lifecycles/index.ts',
    './spa': 'shared/spa/index.ts',
    './testing': 'scripts/kit/testing.ts',
  },
  besides: [],
  copied: ['shared/**/*.css', 'shared/ui/css-modules.d.ts', 'shared/contract/CHANGELOG.md'],
  needs: ['@types/react'],
}

/** What creates, tests and releases a remote. */
export const REMOTE: KitPackage = {
  name: '@tessera/remote',
  description: 'Makes, tests and releases a remote of a Tessera site',
  entries: { 'tessera-remote': 'scripts/kit/remote.ts' },
  besides: ['rspack.config.ts', 'scripts/release/trial.process.ts'],
  copied: [
    'shared/package.json',
    'shared/ui/{theme.css,css-modules.d.ts}',
    'shell/document/*.css',
    'scripts/build/*.mjs',
    'scripts/kit/jest.config.mjs',
    'scripts/kit/template/**/*',
    'scripts/kit/template/.github/**/*',
    'scripts/test/{empty.css,jest-projects}.mjs',
  ],
  needs: [
    '@jest/globals',
    '@rspack/cli',
    '@swc/core',
    '@swc/jest',
    '@testing-library/dom',
    '@testing-library/react',
    '@testing-library/user-event',
    '@types/jest',
    '@types/node',
    '@types/react',
    'axe-core',
    'jest',
    'jest-environment-jsdom',
    'react-refresh',
    'typescript-7',
  ],
}
