import { fileURLToPath } from 'node:url'

const TRANSFORM = fileURLToPath(import.meta.resolve('@swc/jest'))
const JSDOM = fileURLToPath(import.meta.resolve('jest-environment-jsdom'))
const NO_STYLES = fileURLToPath(new URL('empty.css.mjs', import.meta.url))
/** Folders of build results and of a site's data. */
const NO_SOURCES = ['dist', 'releases', '.data', '.node'].map((folder) => `<rootDir>/${folder}/`)

const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    target: 'es2024',
    experimental: { keepImportAttributes: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'es6' },
}

/**
 * The jest configuration of this checkout and of a remote in a repository of its own: two projects by suffix, `*.test.ts(x)` in
 * Node and `*.dom.test.tsx` in jsdom.
 */
export function jestProjects(rootDir) {
  const base = {
    rootDir,
    transform: { '^.+\\.tsx?$': [TRANSFORM, swc] },
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    moduleNameMapper: { '\\.css$': NO_STYLES },
    testPathIgnorePatterns: ['/node_modules/', '/scripts/kit/template/', ...NO_SOURCES],
    modulePathIgnorePatterns: ['<rootDir>/scripts/kit/template/', ...NO_SOURCES],
  }
  return [
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.dom\\.test\\.tsx$'],
    },
    { ...base, displayName: 'dom', testEnvironment: JSDOM, testMatch: ['**/*.dom.test.tsx'] },
  ]
}
