globalThis.order = ['dependency'];
