import { useEffect, useState } from 'react'
import type { Snippet } from '../domain/embed-snippets.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './embed.module.css'

/** A code snippet to copy by hand, or by a button where the browser supports it. */
export function EmbedSnippet({
  way,
  code,
  messages,
}: Snippet & { readonly messages: VersionMessages['embed'] }) {
  const hints: Readonly<Partial<Record<Snippet['way'], string>>> = messages.wayHints
  const [canCopy, setCanCopy] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => setCanCopy('clipboard' in navigator), [])
  useEffect(() => setIsCopied(false), [code])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setIsCopied(true),
      // The browser denied access to the clipboard, so the button is removed.
      () => setCanCopy(false),
    )
  return (
    <>
      <h3 id={`way-${way}`}>{messages.ways[way]}</h3>
      {hints[way] && <p>{hints[way]}</p>}
      <pre className={styles['code']}>
        <code>{code}</code>
      </pre>
      {canCopy && (
        <p>
          <button
            type="button"
            className="button button--quiet"
            aria-describedby={`way-${way}`}
            onClick={() => void copy()}
          >
            {messages.copy}
          </button>{' '}
          <span role="status">{isCopied ? messages.copied : ''}</span>
        </p>
      )}
    </>
  )
}
