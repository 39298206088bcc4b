/** The libraries that remotes share, in one chunk: loaded when a slot is to be hydrated, never before. */
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as ReactDOMClient from 'react-dom/client'
import * as singleSpaReact from 'single-spa-react'
import * as lifecycles from '@tessera/shared/lifecycles'

export { jsxRuntime, lifecycles, React, ReactDOM, ReactDOMClient, singleSpaReact }
