/** `face-voice-understudy`: a mock of the Face and Voice Generation Service, in process. */
export { createMock, type Mock, type MockClock } from './compose.ts';
export type { MockOptions } from './options.ts';
