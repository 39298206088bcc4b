import { jestProjects } from './scripts/test/jest-projects.mjs'

export default { testTimeout: 60_000, projects: jestProjects(import.meta.dirname) }
