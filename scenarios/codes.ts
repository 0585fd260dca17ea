/** The error codes of the document: those that answer a request, and those that a failed job has. */
import { httpErrors, jobErrors } from '../spec/errors.ts';

export const requestCodes = Object.keys(httpErrors) as (keyof typeof httpErrors)[];
export const jobCodes = Object.keys(jobErrors) as (keyof typeof jobErrors)[];
export const errorCodes = [...requestCodes, ...jobCodes] as const;
