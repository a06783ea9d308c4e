// Stands in for the part of Google's gapi.iframes that the official web client and the relay use: messages between a
// page and its frames, with answers. The contract is that of the public API; the code is this project's own.
(() => {
  const CROSS_ORIGIN_IFRAMES_FILTER = 'cross-origin';

  // One end of the conversation between a page and a frame in it.
  class Channel {
    constructor(peer) {
      this.peer = peer;
      this.handlers = new Map();
      this.early = [];
      this.waiting = new Map();
      this.lastCall = 0;
      window.addEventListener('message', (message) => {
        if (message.source === this.peer && message.data && message.data.gapi) this.receive(message.data);
      });
    }

    register(name, handler, filter) {
      if (filter !== CROSS_ORIGIN_IFRAMES_FILTER) throw new Error('The other side is of another origin.');
      this.handlers.set(name, handler);
      const early = this.early;
      this.early = [];
      for (const message of early) this.receive(message);
    }

    send(name, data, onAnswer, filter) {
      if (filter !== CROSS_ORIGIN_IFRAMES_FILTER) throw new Error('The other side is of another origin.');
      this.lastCall += 1;
      if (onAnswer) this.waiting.set(this.lastCall, onAnswer);
      this.peer.postMessage({ gapi: 'call', call: this.lastCall, name, data }, '*');
    }

    async receive(message) {
      const { gapi, call, name, data } = message;
      if (gapi === 'answer') {
        const onAnswer = this.waiting.get(call);
        this.waiting.delete(call);
        return onAnswer && onAnswer(data);
      }
      const handler = this.handlers.get(name);
      if (!handler) return this.early.push(message);
      this.peer.postMessage({ gapi: 'answer', call, data: [await handler(data)] }, '*');
    }
  }

  const context = {
    getParentIframe: () => new Channel(window.parent),
    open({ where, url, attributes = {} }, onOpen) {
      const frame = document.createElement('iframe');
      frame.title = 'relay';
      Object.assign(frame.style, attributes.style);
      where.append(frame);
      const channel = new Channel(frame.contentWindow);
      frame.addEventListener('load', () => onOpen(channel), { once: true });
      frame.src = url;
    },
  };

  window.gapi = {
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER, getContext: () => context },
    load: (name, { callback }) => setTimeout(callback),
  };
  if (window.gapi_onload) window.gapi_onload();
})();
