// The keys by which the service takes a request once, however often it is sent.
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The same when n8n tries the node again; another in each run of a loop, and in each call by an agent, which have one execution.
 * Each n8n counts its executions from 1: two of them with the same workflow, for trying and for real, are told apart by their ids.
 *
 * @param what goes into it besides: two operations of one run never share a key.
 */
export function keyOf(from: IExecuteFunctions, what: string, item: number): string {
	const { $runIndex: run } = from.getWorkflowDataProxy(item);
	return ['n8n', what, from.getInstanceId(), from.getExecutionId(), from.getNode().id, run, item].join('-');
}

/** For a call that takes effect once however often it is sent. Where n8n tries the node again, it is another call: links end. */
export const oncePerTry = (from: IExecuteFunctions, what: string, item: number) => ({
	'Idempotency-Key': `${keyOf(from, what, item)}-${Date.now()}`,
});
