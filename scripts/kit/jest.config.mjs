import { jestProjects } from '../test/jest-projects.mjs'

/** For a remote in a repository of its own: the folder in which the command runs. */
export default { projects: jestProjects(process.cwd()) }
