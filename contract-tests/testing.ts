/** `face-voice-understudy/testing`: plain functions for test suites, whatever runs them: node:test, Jest, Playwright, vitest. */
export { connectService, startService } from './suite/open.ts';
export type { ConnectOptions } from './suite/open.ts';
export type { TestAccount } from './suite/account.ts';
export type { ConductDemand } from './suite/expect-conduct.ts';
export type { StoryClaim } from './suite/expect-story.ts';
export type { AccountFault } from './suite/faults.ts';
export { ControlRefused, MockFailed, NoMock, WrongToken } from './suite/reach.ts';
export type { TestClock, TestService } from './suite/service.ts';
export { SignatureVerificationError, constructEvent, generateTestHeaderString } from '../mock-server/index.ts';
export type { WebhookEvent } from '../mock-server/index.ts';
