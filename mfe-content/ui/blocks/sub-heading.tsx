import type { ReactNode } from 'react'

/** The heading of a block, at the level of its place in the page. */
export function SubHeading({
  level,
  text,
  className,
}: {
  readonly level: 2 | 3
  readonly text: ReactNode
  readonly className?: string | undefined
}) {
  const Tag = `h${level}` as const
  return <Tag className={className}>{text}</Tag>
}
