import { useMutation } from '../api/mutation.ts'
import { signOut } from '../api/session.ts'
import { useProblemText } from '../parts/problem.tsx'
import { showToast } from '../parts/toasts.tsx'

/** Signs out, on a page outside the frame; says so where that failed. */
export function SignOutButton({ className, children }: { className: string; children: string }) {
  const problemText = useProblemText()
  const leaving = useMutation({
    mutationFn: () => signOut(),
    onError: (error) => showToast({ kind: 'failed', text: problemText(error) }),
  })
  return (
    <button type="button" className={className} disabled={leaving.isPending} onClick={() => leaving.mutate()}>
      {children}
    </button>
  )
}
