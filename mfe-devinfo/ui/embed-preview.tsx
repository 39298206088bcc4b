import { createElement, useEffect, useRef, useState } from 'react'
import { elementOf, tokensOf, type EmbedChoice } from '../domain/embed-choice.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './embed.module.css'

interface EmbedPreviewProps {
  readonly choice: EmbedChoice
  readonly attributes: Readonly<Record<string, string>>
  /** Inside the element, for whoever cannot see more. */
  readonly link: { readonly href: string; readonly text: string }
  readonly messages: VersionMessages['embed']
}

/** Names of events by script, without what stands before the colon. */
const EVENTS = {
  forms: ['start', 'page', 'invalid', 'submitted', 'abandoned', 'error', 'redirect'].map(
    (one) => `form:${one}`,
  ),
  search: ['performed', 'result', 'error', 'redirect'].map((one) => `search:${one}`),
} as const

/** The element itself, as any page has it, with the script that any page loads; and the events that it tells. */
export function EmbedPreview({ choice, attributes, link, messages }: EmbedPreviewProps) {
  const element = useRef<HTMLElement>(null)
  const [told, setTold] = useState<readonly string[]>([])
  const { name, script } = elementOf(choice)
  const tokens = JSON.stringify(tokensOf(choice))
  useEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const gone = new AbortController()
    for (const event of EVENTS[script])
      shown.addEventListener(
        event,
        ({ type, detail }: CustomEventInit & Event) =>
          setTold((before) => [...before, `${type} ${JSON.stringify(detail)}`].slice(-MOST)),
        { signal: gone.signal },
      )
    // By script: the page's policy allows no style in its markup.
    for (const [token, value] of Object.entries(JSON.parse(tokens) as Readonly<Record<string, string>>))
      shown.style.setProperty(token, value)
    const address = `/embed/${script}.js`
    // Without it, the link inside stays.
    import(/* webpackIgnore: true */ address).catch(() => undefined)
    return () => gone.abort()
  }, [script, tokens])
  return (
    <>
      <div className={choice.isDarkToo ? styles['preview'] : `${styles['preview']} ${styles['light']}`}>
        {createElement(name, { ...attributes, ref: element }, <a href={link.href}>{link.text}</a>)}
      </div>
      <h3>{messages.events}</h3>
      {told.length === 0 ? (
        <p>{messages.noEvents}</p>
      ) : (
        <ol className={styles['events']}>
          {told.map((event, index) => (
            <li key={index}>
              <code>{event}</code>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** So many events are shown, the newest last. */
const MOST = 20
