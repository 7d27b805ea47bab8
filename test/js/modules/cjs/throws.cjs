globalThis.throwCount = (globalThis.throwCount || 0) + 1;
throw new Error('thrown by a module');
