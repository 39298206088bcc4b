/** Waiting that is shorter than this shows nothing. */
const PATIENCE_MS = 200

/** Show that a page is on its way, after a moment's patience; the answer ends it. The newest call alone is shown. */
export function createBusy(root: Document): () => () => void {
  let newest = 0
  return () => {
    const own = ++newest
    const timer = setTimeout(() => show(root, own === newest), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      if (own === newest) show(root, false)
    }
  }
}

function show(root: Document, isBusy: boolean): void {
  root.documentElement.classList.toggle('is-busy', isBusy)
  root.getElementById('main')?.toggleAttribute('aria-busy', false)
  if (isBusy) root.getElementById('main')?.setAttribute('aria-busy', 'true')
}
