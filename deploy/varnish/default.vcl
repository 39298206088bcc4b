vcl 4.1;

# A shared cache in front of the shells. It keeps what `Surrogate-Control` allows, drops by `Surrogate-Key` when a shell says
# so, and shows what it has when no shell answers. Needs varnish-modules (xkey). Started with two listening sockets:
#
#   varnishd -a http=:8080 -a ops=127.0.0.1:8081 -f default.vcl -s malloc,256m \
#     -p http_resp_hdr_len=32k -p http_resp_size=64k -p workspace_backend=160k \
#     -p http_req_hdr_len=32k -p http_req_size=64k -p workspace_client=160k
#
# Shells are told of the second one: "purgeUrls": ["http://127.0.0.1:8081/"]. No visitor may reach it. And they are told whose
# `X-Forwarded-For` counts, that of Varnish and of all between it and the visitors: "trustedProxies": ["127.0.0.1"]. Longer requests than by default
# are taken because the shells answer those with too many cookies by deleting them; Varnish's own 400 would come again each time.

import cookie;
import directors;
import std;
import xkey;

probe ready {
  .url = "/health/ready";
  .interval = 2s;
  .timeout = 1s;
  .window = 4;
  .threshold = 2;
  .initial = 2;
}

backend shell_1 {
  .host = "127.0.0.1";
  .port = "3000";
  # Longer than any deadline of a shell for what is read: it waits 15 s for the definition of a form, 10 s for a file.
  .first_byte_timeout = 20s;
  .probe = ready;
}

# Several shells: a `backend` and an `add_backend` for each. A page is asked for from the same shell each time, whose memory then has
# it, and from the next one while that shell is not ready.
sub vcl_init {
  new shells = directors.shard();
  shells.add_backend(shell_1);
  shells.reconfigure();
}

# Where a page is sent for that is to be shown from before, whatever the shells would say.
backend nobody none;

sub vcl_recv {
  set req.backend_hint = shells.backend(by = URL, healthy = ALL);

  # On its own socket: behind a proxy on this machine every visitor has this machine's address.
  if (req.method == "PURGEKEYS") {
    if (local.socket != "ops") { return (synth(405)); }
    set req.http.x-dropped = xkey.purge(req.http.x-keys);
    return (synth(200));
  }
  if (local.socket == "ops") { return (synth(405)); }

  # Words that only this cache and the shells may use among themselves.
  if (req.restarts == 0) {
    unset req.http.x-from-before;
    unset req.http.x-uncached;
    unset req.http.x-entry-versionstatus;
    unset req.http.x-forwarded-host;
    unset req.http.proxy;
    unset req.http.x-shared;
    unset req.http.x-own;
    unset req.http.x-given;
    unset req.http.x-hint;
  }
  set req.http.host = std.tolower(req.http.host);

  # Where a visitor comes from changes no page, nor does the order of parameters: one page is kept once. The shells name the same
  # parameters (shell/cache/page-store.server.ts). Who is led elsewhere gets them back below.
  if (req.restarts == 0) {
    unset req.http.x-tracking;
    unset req.http.x-query;
    if (req.url ~ "\?") {
      set req.http.x-query = "&" + regsub(req.url, "^[^?]*\?", "");
      set req.http.x-tracking = regsuball(req.http.x-query, "(?i)&(?!(?:utm_[^=&]*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid)(?:=|&|$))[^&]*", "");
      set req.http.x-query = regsuball(req.http.x-query, "(?i)&(?:utm_[^=&]*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid)(?:=[^&]*)?(?=&|$)", "");
      set req.url = std.querysort(regsub(req.url, "\?.*$", "") + regsub(req.http.x-query, "^&", "?"));
      unset req.http.x-query;
    }
  }

  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  if (req.http.Authorization) { return (pass); }
  # A session, or a preview, claimed rightly or not: such pages are made for one visitor.
  if (req.http.Cookie ~ "(^|[;\s])(ContensisSecurityBearerToken|ContensisCMSUserName|RefreshToken|(__Host-)?sid|(__Host-)?Tessera(Preview|Override))=") {
    return (pass);
  }
  # What was sent without script is confirmed to the browser that has its cookie; all others get the page that is kept for everybody.
  if (req.url ~ "[?&]form-(sent|held)=" && req.http.Cookie ~ "(^|[;\s])form-(sent|held)=") { return (pass); }
  # Only the shell can answer this visitor: vcl_deliver has seen so.
  if (req.http.x-uncached) { return (pass); }
  # Pages of accounts give each visitor a form token of their own.
  if (req.url ~ "(?i)^(/[a-z]{2,3}(-[a-z0-9]+)*)?/(account|preview)(/|\?|$)") { return (pass); }
  # While some visitors see another release of a remote, pages are kept by what they see: shells answer with Vary: Cookie, and this is
  # the only cookie that they are shown. At first a page is looked up for those who see what is live (99); below is decided who does not.
  if (req.restarts == 0) {
    unset req.http.x-bucket;
    # Not by a pattern: on long cookies it would take more steps than Varnish allows, which is an error.
    cookie.parse(req.http.Cookie);
    if (cookie.get("site-canary") ~ "^[0-9]{1,2}$") { set req.http.x-bucket = cookie.get("site-canary"); }
    if (cookie.get("tessera-session") ~ "^[\w.-]{1,64}$") { set req.http.x-hint = cookie.get("tessera-session"); }
    set req.http.Cookie = "site-canary=99";
  }
  set req.http.x-shared = "1";

  # Longer ago than a minute is shown only when nothing else can be had.
  set req.grace = 60s;
  if (req.http.x-from-before) {
    set req.backend_hint = nobody;
    set req.grace = 24h;
  } elseif (!std.healthy(req.backend_hint)) {
    set req.grace = 24h;
  }
  return (hash);
}

sub vcl_backend_fetch {
  if (bereq.method != "GET" && bereq.method != "HEAD") {
    # The platform may take 60 s for a form, after 20 s in which a file of it is scanned. What is posted is never sent a second time.
    set bereq.first_byte_timeout = 90s;
  } elseif (bereq.retries > 0) {
    set bereq.backend = shells.backend(by = URL, healthy = ALL, alt = bereq.retries);
  }
}

sub vcl_backend_response {
  if (bereq.uncacheable) { return (deliver); }
  if (beresp.status >= 500 || beresp.status == 429) {
    # What was kept stays. An uncacheable answer here would hide it.
    if (bereq.is_bgfetch) { return (abandon); }
    return (error(beresp.status, "The shell failed"));
  }
  if (beresp.http.Set-Cookie || beresp.http.Surrogate-Control !~ "max-age=") {
    set beresp.uncacheable = true;
    set beresp.ttl = 120s;
    return (deliver);
  }
  set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
  set beresp.grace = 24h;
  if (beresp.status == 404) { set beresp.grace = 10s; }
  # True for a while only (dates, opening hours): the shell decides what is shown beyond that.
  if (beresp.http.Surrogate-Control ~ "must-revalidate") { set beresp.grace = 0s; }
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  return (deliver);
}

sub vcl_backend_error {
  # No shell has answered: the first one may have ended a moment ago, which the probes notice after 4 to 6 s.
  if (bereq.retries == 0 && bereq.backend != nobody && beresp.reason != "The shell failed" && (bereq.method == "GET" || bereq.method == "HEAD")) {
    return (retry);
  }
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  synthetic({"<!doctype html><html lang="en"><meta charset="utf-8"><title>The site cannot be reached</title><main><h1>The site cannot be reached</h1><p>Please try again in a moment.</p></main></html>"});
  return (deliver);
}

sub vcl_deliver {
  # Whoever has no bucket yet is given one with this page, and whoever sees another release gets the page that it has made.
  if (req.http.x-shared && resp.http.x-canary) {
    if (!req.http.x-bucket) {
      set req.http.x-bucket = regsub(std.random(0, 100), "\..*$", "");
      if (req.http.x-bucket == "100") { set req.http.x-bucket = "99"; }
      set req.http.x-given = "1";
    }
    if (!req.http.x-own && std.integer(req.http.x-bucket, 99) < std.integer(regsub(resp.http.x-canary, ";.*$", ""), 0)) {
      set req.http.x-own = "1";
      set req.http.Cookie = "site-canary=" + req.http.x-bucket;
      return (restart);
    }
    if (req.http.x-given) {
      set resp.http.Set-Cookie = "site-canary=" + req.http.x-bucket + regsub(resp.http.x-canary, "^[0-9]+", "");
    }
  }
  # Whoever had a session is told that it is over, by the shell, which reads so in their cookie. Nobody else is sent to sign in with it.
  if (req.http.x-hint && req.http.x-shared && !req.http.x-uncached && (resp.status == 401 || (resp.status == 302 && resp.http.Location ~ "/account/login(\?|$)"))) {
    set req.http.x-uncached = "1";
    set req.http.Cookie = req.http.Cookie + "; tessera-session=" + req.http.x-hint;
    return (restart);
  }
  # A page from before is better than an error, or than a platform that wants to be left alone (429), if there is one.
  if ((resp.status >= 500 || resp.status == 429) && req.http.x-shared && !req.http.x-from-before && !req.http.x-uncached) {
    set req.http.x-from-before = resp.reason;
    # Of what is live, since everybody has that sooner or later.
    set req.http.x-own = "1";
    set req.http.Cookie = "site-canary=99";
    return (restart);
  }
  if (resp.status >= 500 && req.http.x-from-before == "The shell failed" && !req.http.x-uncached) {
    # Nothing is kept from before: the shell itself says why it cannot answer now, in the visitor's language, which may be that of the browser.
    set req.http.x-uncached = "1";
    return (restart);
  }
  if (req.http.x-tracking ~ "." && (resp.status == 301 || resp.status == 302 || resp.status == 307 || resp.status == 308) && resp.http.Location) {
    if (resp.http.Location ~ "\?") {
      set resp.http.Location = regsub(resp.http.Location, "(#.*)?$", req.http.x-tracking + "\1");
    } else {
      set resp.http.Location = regsub(resp.http.Location, "(#.*)?$", regsub(req.http.x-tracking, "^&", "?") + "\1");
    }
  }
  unset resp.http.x-canary;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.xkey;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  if (obj.hits > 0) { set resp.http.Cache-Status = "edge; hit"; }
}

sub vcl_synth {
  set resp.http.Cache-Control = "no-store";
  if (req.method == "PURGEKEYS") {
    set resp.http.Content-Type = "text/plain";
    set resp.body = req.http.x-dropped;
    return (deliver);
  }
}
