import { chooseReact, type HostReact } from './choose-react.ts'

/** The host's React; all other files of that build import it instead of the packages (scripts/build/embed-build.ts). Empty at first. */
export const given: Partial<HostReact> = {}
const once: { answer: Promise<boolean> | null } = { answer: null }

/** Uses the host's React if its share scope has an accepted one; returns whether. Decided once per page: all embeds share one React. */
export const takeReact = (scope: unknown): Promise<boolean> => (once.answer ??= take(scope))

async function take(scope: unknown): Promise<boolean> {
  const react = await chooseReact(scope)
  Object.assign(given, react)
  return react !== null
}
