import { Component, createRef, type ReactNode } from 'react'
import type { MountProps } from './mount-props.ts'
import { reportFailure } from './report-failure.ts'

type BoundaryProps = MountProps & {
  /** Copies of the server's markup; empty after the slot is mounted, since later failures must not show old data again. */
  readonly serverNodes: () => readonly Node[]
  /** Whether the focus is in the slot. */
  readonly hasFocus: () => boolean
  readonly children?: ReactNode
}

/**
 * Error boundary of a slot: after a failure it shows the server's markup, else a heading with a message, which gets the focus
 * if the focus was in the slot.
 */
export class SlotBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  readonly #fallback = createRef<HTMLHeadingElement>()
  #kept: readonly Node[] | null = null

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override getSnapshotBeforeUpdate() {
    return this.state.hasFailed && this.props.hasFocus()
  }

  override componentDidUpdate(_props: BoundaryProps, _state: object, hadFocus: boolean) {
    if (hadFocus) this.#fallback.current?.focus({ preventScroll: true })
  }

  override componentDidCatch(cause: unknown) {
    reportFailure(this.props, 'spa/render-failed', cause)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const nodes = (this.#kept ??= this.props.serverNodes())
    if (nodes.length > 0) return <div ref={(element) => element?.replaceChildren(...nodes)} />
    if (!this.props.fallbackText) return null
    return (
      <div className="f-missing" role="alert">
        <h2 ref={this.#fallback} tabIndex={-1}>
          {this.props.fallbackText}
        </h2>
      </div>
    )
  }
}
