/**
 * Throws TypeError for a scope whose `subaccount_id` is present but undefined. JSON would drop it, and a call
 * meant for one subaccount would affect all of them.
 */
export function statedScope<T extends { subaccount_id?: string | undefined }>(scope: T): T {
  if ('subaccount_id' in scope && scope.subaccount_id === undefined) {
    throw new TypeError('subaccount_id is undefined; leave it out to mean all subaccounts');
  }
  return scope;
}
