export { sanitiseHtml } from './sanitise-html.ts'
export { createSanitiser } from './create-sanitiser.ts'
