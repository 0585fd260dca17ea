import { MemoryStore } from './memory.ts';
import { storeCases } from './store.case.ts';

storeCases('memory', async () => new MemoryStore());
