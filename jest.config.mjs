const swc = (jsx) => [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2024',
      experimental: { keepImportAttributes: true },
      transform: { react: { runtime: jsx } },
    },
    module: { type: 'es6' },
  },
]
const base = {
  transform: { '^.+\\.tsx?$': swc('automatic') },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '\\.css$': '<rootDir>/scripts/test/empty.css.mjs' },
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/dist/',
    '<rootDir>/releases/',
    '<rootDir>/.data/',
    '<rootDir>/.node/',
  ],
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/releases/',
    '<rootDir>/.data/',
    '<rootDir>/.node/',
  ],
}

/** Two projects by suffix: `*.test.ts(x)` runs in Node, `*.dom.test.tsx` in jsdom. */
export default {
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, '\\.dom\\.test\\.tsx$'],
    },
    { ...base, displayName: 'dom', testEnvironment: 'jsdom', testMatch: ['**/*.dom.test.tsx'] },
  ],
}
