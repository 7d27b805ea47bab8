globalThis.importCount = (globalThis.importCount || 0) + 1;
throw new Error('thrown by an import');
