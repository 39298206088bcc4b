// What the federated module of a site has: add `/// <reference types="@tessera/embed/federated" />`, and name the remote `tessera`.
declare module 'tessera/forms' {
  export const mountForm: (
    element: HTMLElement,
    options: import('./index.js').FormEmbedOptions,
  ) => import('./index.js').Mounted<import('./index.js').FormEmbedOptions>
}
declare module 'tessera/search' {
  export const mountSearch: (
    element: HTMLElement,
    options: import('./index.js').SearchEmbedOptions,
  ) => import('./index.js').Mounted<import('./index.js').SearchEmbedOptions>
}
