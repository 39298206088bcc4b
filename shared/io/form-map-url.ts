/** The address of a form map; the context holds no token, since forms are filled in anonymously. Source: specification 7, Form calls 1. */
export function formMapUrl(cmsUrl: string, contentId: string): string {
  const query = new URLSearchParams({ contentId, context: JSON.stringify({ securityToken: '' }) })
  return `${cmsUrl}/REST/Contensis/content/GetFormSettings?${query}`
}
