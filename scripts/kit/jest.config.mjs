import { jestProjects } from '../test/jest-projects.mjs'

/** Of a remote in a repository of its own: the folder where the command was given. */
export default { projects: jestProjects(process.cwd()) }
