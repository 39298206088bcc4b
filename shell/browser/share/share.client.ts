/**
 * Pass on the address that a button names (`data-share`): by what the device offers, else into the clipboard, which the place beside the
 * button then says (`data-copied`). Without either the address in the browser's own bar is as good.
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
    // The visitor has changed their mind, or the browser does not allow it.
  }
}
