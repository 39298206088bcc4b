import { chooseReact, type HostReact } from './choose-react.ts'

/** What the files beside this one import in place of packages of React (scripts/build/embed-build.ts): nothing until it is taken. */
export const given: Partial<HostReact> = {}
const once: { answer: Promise<boolean> | null } = { answer: null }

/** Take React of a host, where its share scope has one that fits; whether it has. Decided once for a page: all that it shows from here has one React. */
export const takeReact = (scope: unknown): Promise<boolean> => (once.answer ??= take(scope))

async function take(scope: unknown): Promise<boolean> {
  const react = await chooseReact(scope)
  Object.assign(given, react)
  return react !== null
}
