/** What the platform says about the site's project. */
export interface ProjectFacts {
  readonly name: string
  readonly primaryLanguage: string
  readonly supportedLanguages: readonly string[]
}

const ATTEMPTS = 3
const DEADLINE_MS = 3_000

/** Read the project's name and languages; null when the platform does not tell, and then the site starts without. */
export async function readProject(
  apiUrl: string,
  projectId: string,
  accessToken: string,
): Promise<ProjectFacts | null> {
  const url = `${apiUrl}/api/delivery/projects/${encodeURIComponent(projectId)}`
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const answer = await fetch(url, {
        headers: { accesstoken: accessToken, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      if (!answer.ok) continue
      const facts = readFacts(await answer.json(), projectId)
      if (facts) return facts
    } catch {
      // Asked again; after the last try the caller goes on with defaults and says so.
    }
  }
  return null
}

function readFacts(data: unknown, projectId: string): ProjectFacts | null {
  if (typeof data !== 'object' || data === null) return null
  const { name, primaryLanguage, supportedLanguages } = data as Record<string, unknown>
  const primary = typeof primaryLanguage === 'string' ? primaryLanguage : null
  const supported = Array.isArray(supportedLanguages)
    ? supportedLanguages.filter((code) => typeof code === 'string')
    : []
  if (!primary) return null
  return {
    name: typeof name === 'string' ? name : projectId,
    primaryLanguage: primary,
    supportedLanguages: supported.includes(primary) ? supported : [primary, ...supported],
  }
}
