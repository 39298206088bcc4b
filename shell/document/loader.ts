/**
 * The one inline script of every document. Its hash is in the content security policy, so it must not change with the page:
 * it takes address and integrity of the boot script from `<link id="boot">` and starts it. The Trusted Types policy allows
 * only this origin's own files of the shell (`/_shell/`, or `/_dev/` under `npm run dev`). When the boot script does not
 * load, a page with islands that need their code shows the note in shell/document/frame.ts, after an error or three seconds.
 * Minified by hand, since it is part of every page.
 */
export const LOADER = [
  '(()=>{',
  'const link=document.getElementById("boot"),script=document.createElement("script"),',
  'own=(u)=>{const{origin,pathname,href}=new URL(u,location.origin);',
  'if(origin===location.origin&&/^\\/_(shell|dev)\\//.test(pathname))return href;',
  'throw new TypeError("Not a script of the shell: "+u)},',
  'types=window.trustedTypes;',
  'script.src=types?types.createPolicy("tessera-boot",{createScriptURL:own}).createScriptURL(link.href):own(link.href);',
  'script.integrity=link.integrity;',
  'script.crossOrigin="anonymous";',
  'setTimeout(script.onerror=()=>{const note=document.querySelector("html:not([data-boot]) #late[data-islands]");',
  'if(note)note.hidden=false},3e3);',
  'document.head.append(script)',
  '})()',
].join('')
