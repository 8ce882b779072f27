import { z } from 'zod';

/** Without compiled parsers: the page may not evaluate text as code. Imported first, before any schema is built. */
z.config({ jitless: true });
