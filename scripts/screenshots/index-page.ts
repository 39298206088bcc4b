import { readFileSync } from 'node:fs'
import type { Comparison } from './compare-screens.ts'
import { pictureOf, SCHEMES, type Size } from './screen.ts'

const STYLE = new URL('index-page.css', import.meta.url)
/** The first screen is shown when the URL names none. */
const PAGING = `
addEventListener('keydown', ({ key }) => {
  const rel = { ArrowRight: 'next', ArrowLeft: 'prev' }[key]
  document.querySelector('section:target a[rel="' + rel + '"]')?.click()
})
location.hash ||= document.querySelector('section')?.id ?? ''
`

/**
 * A page for reviewing screens: a list of groups, and one screen at a time in every window and colour scheme. Each picture is shown with
 * the accepted one, and with the difference of both: black is equal.
 */
export function indexPage(comparisons: readonly Comparison[]): string {
  const groups = [...Map.groupBy(comparisons, ({ screen }) => screen.group)]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>${readFileSync(STYLE, 'utf8')}</style>
<nav>
<p>${summaryOf(comparisons)}. Arrow keys go on and back.</p>
${groups.map(([group, members]) => `<h2>${escaped(group)}</h2><ol>${members.map(entryOf).join('')}</ol>`).join('\n')}
</nav>
<main>
${comparisons.map((comparison, place) => sectionOf(comparison, comparisons[place - 1], comparisons[place + 1])).join('\n')}
</main>
<script>${PAGING}</script>
</html>
`
}

/** E.g. "120 screens: 3 changed, 1 new". Without accepted screens it explains how to accept them. */
export function summaryOf(comparisons: readonly Comparison[]): string {
  if (comparisons.every(({ state }) => state === 'new'))
    return `${comparisons.length} screens: none were accepted on this machine; \`npm run screenshots -- --accept\` has the next run compared with these`
  const counts = (['changed', 'new', 'gone'] as const).flatMap((state) => {
    const count = comparisons.filter((comparison) => comparison.state === state).length
    return count > 0 ? [`${count} ${state}`] : []
  })
  return `${comparisons.length} screens: ${counts.join(', ') || 'all as accepted'}`
}

const entryOf = ({ screen: { id, name }, state }: Comparison): string =>
  `<li class="${state}"><a href="#${escaped(id)}">${escaped(name)}</a></li>`

function sectionOf(
  comparison: Comparison,
  before: Comparison | undefined,
  after: Comparison | undefined,
): string {
  const { screen, state } = comparison
  const link = (other: Comparison | undefined, rel: string, words: string) =>
    other ? `<a rel="${rel}" href="#${escaped(other.screen.id)}">${words}</a>` : ''
  return `<section id="${escaped(screen.id)}">
<h1>${escaped(`${screen.group}: ${screen.name}`)}</h1>
<p>${link(before, 'prev', 'Back')} ${link(after, 'next', 'On')} <code>${escaped(screen.path)}</code> ${state}</p>
${(['phone', 'desktop'] as const).map((size) => windowOf(comparison, size)).join('\n')}
</section>`
}

function windowOf({ screen, state, differences }: Comparison, size: Size): string {
  const sentences = differences[size].map((sentence) => `<li>${escaped(sentence)}</li>`).join('')
  const figures = SCHEMES.map((scheme) => {
    const picture = escaped(pictureOf(screen.id, size, scheme))
    const now = state === 'gone' ? '' : imageOf(`now/${picture}`, `${size}, ${scheme}`)
    const accepted = state === 'new' ? '' : imageOf(`accepted/${picture}`, 'accepted')
    const both =
      now && accepted
        ? `<figure class="both">${images(picture)}<figcaption>difference</figcaption></figure>`
        : ''
    return `${now}${accepted}${both}`
  })
  return `<div class="${size}">${figures.join('')}</div>${sentences && `<ul>${sentences}</ul>`}`
}

const imageOf = (file: string, caption: string): string =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${caption}"></a><figcaption>${caption}</figcaption></figure>`

const images = (picture: string): string =>
  ['now', 'accepted'].map((set) => `<img loading="lazy" src="${set}/${picture}" alt="">`).join('')

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`)
