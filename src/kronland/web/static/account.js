// Passkeys: the browser makes one, or proves that it has one; what it says is sent as a form.
"use strict";

(() => {
  if (!window.PublicKeyCredential) return;
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  async function asked(address) {
    const answer = await fetch(address, { method: "POST" });
    if (answer.status === 403) location.reload(); // the proof is too old by now: the page asks for another one
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  function send(address, credential) {
    const said = { id: credential.id, rawId: text(credential.rawId), type: credential.type, response: {}, clientExtensionResults: {} };
    for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (credential.response[part]) said.response[part] = text(credential.response[part]);
    }
    const form = document.createElement("form");
    form.method = "post";
    form.action = address;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = "credential";
    field.value = JSON.stringify(said);
    form.append(field);
    const back = document.getElementById("back"); // where somebody wanted to go
    if (back) form.append(back.cloneNode());
    document.body.append(form);
    form.submit();
  }

  function offer(id, ask, answer, use) {
    const button = document.getElementById(id);
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        const options = await asked(ask);
        options.challenge = bytes(options.challenge);
        if (options.user) options.user.id = bytes(options.user.id);
        for (const known of [...(options.excludeCredentials ?? []), ...(options.allowCredentials ?? [])]) known.id = bytes(known.id);
        send(answer, await use({ publicKey: options }));
      } catch {
        let notice = document.getElementById("passkey-notice");
        if (!notice) {
          notice = Object.assign(document.createElement("p"), { id: "passkey-notice", className: "notice" });
          notice.setAttribute("role", "alert");
          button.closest("p").after(notice);
        }
        notice.textContent = button.dataset.failed;
      }
    });
  }

  offer("passkey-sign-in", "/account/passkey/ask", "/account/passkey/sign-in", (options) => navigator.credentials.get(options));
  offer("passkey-prove", "/account/passkey/ask", "/account/passkey/prove", (options) => navigator.credentials.get(options));
  offer("passkey-add", "/account/passkey/begin", "/account/passkey/add", (options) => navigator.credentials.create(options));
})();
