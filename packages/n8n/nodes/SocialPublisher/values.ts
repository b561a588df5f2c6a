// Values that expressions give for the fields of the node: texts, lists and times.
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, tryToParseDateTime } from 'n8n-workflow';

/** Reads the value of an expression as a text: a number becomes its digits, and nothing an empty text. */
export function textOf(from: IExecuteFunctions, name: string, given: unknown, item: number): string {
	if (given === undefined || given === null) return '';
	if (typeof given === 'object')
		throw new NodeOperationError(from.getNode(), `${name} is no text: the expression gives ${Array.isArray(given) ? 'a list' : 'an object'}.`, { itemIndex: item });
	return String(given);
}

/** Words with commas or spaces between them, or a list that an expression gives. */
export const listOf = (given: unknown): string[] =>
	(Array.isArray(given) ? given : String(given ?? '').split(/[\s,]+/)).map((word) => String(word).trim()).filter((word) => word !== '');

/** A day and a time of day, with or without a zone. n8n reads others by the clock of its own machine, and 1.2.2027 as a day in January. */
const WRITTEN = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?\s*(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;
/** Whether the calendar has the day: n8n makes a day in March of 30 February. */
const isDay = (text: string) => new Date(`${text.slice(0, 10)}T00:00Z`).toJSON()?.startsWith(text.slice(0, 10));
/** The texts that JavaScript makes of dates name their zone. */
const OF_A_DATE = /^\w{3},? .*\bGMT([+-]\d{4})?( \(.*\))?$/;

/** A time without a zone is one of the workflow's. Milliseconds. */
export function timeOf(from: IExecuteFunctions, given: unknown, item: number): number {
	if (given === undefined || given === null || given === '')
		throw new NodeOperationError(from.getNode(), 'Scheduled At is empty. Remove the field to publish now.', { itemIndex: item });
	const text = String(given).trim();
	if (/^\d{13}$/.test(text)) return Number(text);
	const why = `Scheduled At is no time: ${text.slice(0, 100)}. Write 2026-12-24 18:00 in the time zone of the workflow, or 2026-12-24T18:00:00+01:00.`;
	if (!(WRITTEN.test(text) && isDay(text)) && !OF_A_DATE.test(text)) throw new NodeOperationError(from.getNode(), why, { itemIndex: item });
	try {
		return tryToParseDateTime(given, from.getTimezone()).toMillis();
	} catch {
		throw new NodeOperationError(from.getNode(), why, { itemIndex: item });
	}
}
