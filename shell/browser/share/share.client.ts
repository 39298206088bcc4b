/**
 * Share the address that a button names (`data-share`): with the device's share dialog, else by copying it to the clipboard, which the
 * status beside the button then confirms (`data-copied`). Without either the visitor can use the browser's address bar.
 */
export async function share(button: HTMLElement): Promise<void> {
  const { share: url = location.href, copied = '' } = button.dataset
  const { navigator } = window as { readonly navigator: Partial<Navigator> }
  try {
    if (navigator.share) return await navigator.share({ title: document.title, url })
    await navigator.clipboard?.writeText(url)
    const status = button.parentElement?.querySelector('[role="status"]')
    if (status && navigator.clipboard) status.textContent = copied
  } catch {
    // The visitor has cancelled, or the browser does not allow it.
  }
}
