export { createFrame } from './create-frame.ts'
export { publishEmbed } from './publish-embed.ts'
export type { EmbedCode, EmbedPlace, EmbedWords, Mounted } from './mount-embed.ts'
