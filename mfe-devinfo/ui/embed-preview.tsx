import { createElement, useEffect, useRef, useState } from 'react'
import { elementOf, tokensOf, type EmbedChoice } from '../domain/embed-choice.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './embed.module.css'

interface EmbedPreviewProps {
  readonly choice: EmbedChoice
  readonly attributes: Readonly<Record<string, string>>
  /** Fallback content of the element. */
  readonly link: { readonly href: string; readonly text: string }
  readonly messages: VersionMessages['embed']
}

/** Names of the embed's events, by script. */
const EVENTS = {
  forms: ['start', 'page', 'invalid', 'submitted', 'abandoned', 'error', 'redirect'].map(
    (one) => `form:${one}`,
  ),
  search: ['performed', 'result', 'error', 'redirect'].map((one) => `search:${one}`),
} as const

/** The real custom element with the script that other sites load, and a log of its events. */
export function EmbedPreview({ choice, attributes, link, messages }: EmbedPreviewProps) {
  const element = useRef<HTMLElement>(null)
  const [events, setEvents] = useState<readonly string[]>([])
  const { name, script } = elementOf(choice)
  const tokens = JSON.stringify(tokensOf(choice))
  useEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const unmounted = new AbortController()
    for (const event of EVENTS[script])
      shown.addEventListener(
        event,
        ({ type, detail }: CustomEventInit & Event) =>
          setEvents((before) => [...before, `${type} ${JSON.stringify(detail)}`].slice(-MOST)),
        { signal: unmounted.signal },
      )
    // Set by JavaScript, since the page's CSP allows no style attributes.
    for (const [token, value] of Object.entries(JSON.parse(tokens) as Readonly<Record<string, string>>))
      shown.style.setProperty(token, value)
    const address = `/embed/${script}.js`
    // If the script fails to load, the fallback link stays visible.
    import(/* webpackIgnore: true */ address).catch(() => undefined)
    return () => unmounted.abort()
  }, [script, tokens])
  return (
    <>
      <div className={choice.isDarkToo ? styles['preview'] : `${styles['preview']} ${styles['light']}`}>
        {createElement(name, { ...attributes, ref: element }, <a href={link.href}>{link.text}</a>)}
      </div>
      <h3>{messages.events}</h3>
      {events.length === 0 ? (
        <p>{messages.noEvents}</p>
      ) : (
        <ol className={styles['events']}>
          {events.map((event, index) => (
            <li key={index}>
              <code>{event}</code>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Most events that are shown, the newest last. */
const MOST = 20
