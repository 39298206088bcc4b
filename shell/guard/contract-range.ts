/** Whether a version is in a range of the form `^major.minor.patch`; false for any other range. */
export function satisfies(version: string, range: string): boolean {
  const offered = parse(version)
  const wanted = range.startsWith('^') ? parse(range.slice(1)) : null
  if (!offered || !wanted || offered[0] !== wanted[0]) return false
  return offered[1] > wanted[1] || (offered[1] === wanted[1] && offered[2] >= wanted[2])
}

function parse(version: string): readonly [major: number, minor: number, patch: number] | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null
}
