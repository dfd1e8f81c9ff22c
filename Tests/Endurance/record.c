/* Runs a program, counts the system calls that it makes from the beginning of its `main` on, in all
   of its threads and children, and lets some of them fail:

     record REPORT CALL FIRST LAST ERROR PROGRAM [ARGUMENT ...]

   The calls of the name CALL from the FIRST to the LAST (0: to the end) are not made; they return
   ERROR, a number, or with ERROR 0 the success that a write would have told of. With `all` for
   CALL, none fails. REPORT gets a line for each kind of call, "NAME COUNT", and one "failed COUNT".
   The status or the signal of the program becomes that of this one.

   A seccomp filter stops the program at the calls in question only. What the dynamic loader does
   is not counted: `main` begins by asking for the flags of descriptor 0. */

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <linux/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct call {
  const char *name;
  long number, count;
};

/* Calls that cannot fail when they are made as they should be are not here. */
static struct call calls[] = {
#define CALL(name) {#name, SYS_##name, 0},
  CALL(openat) CALL(close) CALL(read) CALL(pread64) CALL(readv) CALL(write) CALL(pwrite64)
  CALL(writev) CALL(lseek) CALL(fstat) CALL(newfstatat) CALL(statx) CALL(faccessat)
  CALL(faccessat2) CALL(fcntl) CALL(fsync) CALL(fdatasync) CALL(ftruncate) CALL(fallocate)
  CALL(unlinkat) CALL(renameat) CALL(renameat2) CALL(mkdirat) CALL(fchmod) CALL(fchmodat)
  CALL(fchown) CALL(utimensat) CALL(getdents64) CALL(readlinkat) CALL(flock) CALL(ioctl)
  CALL(getcwd) CALL(mmap) CALL(mremap) CALL(munmap) CALL(mprotect) CALL(brk) CALL(madvise)
  CALL(clone) CALL(clone3) CALL(execve) CALL(pipe2) CALL(dup) CALL(dup3) CALL(eventfd2)
  CALL(epoll_create1) CALL(epoll_ctl) CALL(epoll_pwait) CALL(ppoll) CALL(socket) CALL(connect)
  CALL(getrandom) CALL(clock_nanosleep) CALL(setpriority)
#ifdef SYS_open
  CALL(open) CALL(stat) CALL(lstat) CALL(access) CALL(unlink) CALL(rename) CALL(mkdir)
  CALL(chmod) CALL(readlink) CALL(dup2) CALL(vfork) CALL(fork) CALL(epoll_wait) CALL(poll)
#endif
};

enum { call_count = sizeof calls / sizeof calls[0] };

static const char *chosen;
static long first, last, error, failed;

/* What is known of a thread: whether `main` has begun in its process, and whether it has stopped
   before the thread that made it has told of it. */
struct thread {
  pid_t id;
  char counts, is_told, waits;
};

static struct thread threads[256];

static struct thread *thread(pid_t id) {
  struct thread *free = NULL;
  for (struct thread *each = threads; each < threads + 256; each++) {
    if (each->id == id) return each;
    if (each->id == 0 && free == NULL) free = each;
  }
  if (free == NULL) exit(125);
  *free = (struct thread){.id = id};
  return free;
}

static void install_filter(void) {
  struct sock_filter filter[call_count + 4];
  unsigned numbers[call_count + 1] = {SYS_fcntl};
  int count = 1, length = 0;
  for (int i = 0; i < call_count; i++)
    if (strcmp(chosen, "all") == 0 || strcmp(chosen, calls[i].name) == 0)
      numbers[count++] = calls[i].number;
  filter[length++] = (struct sock_filter)BPF_STMT(
    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < count; i++)
    /* The jump is over the numbers that are left, and over the permission. */
    filter[length++] = (struct sock_filter)BPF_JUMP(
      BPF_JMP | BPF_JEQ | BPF_K, numbers[i], count - i, 0);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog program = {.len = length, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) _exit(126);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) _exit(126);
}

/* Has a call that a thread is about to make return at once. */
static void answer(pid_t id, long result) {
#if defined(__x86_64__)
  struct user_regs_struct registers;
  ptrace(PTRACE_GETREGS, id, 0, &registers);
  registers.orig_rax = -1;
  registers.rax = result;
  ptrace(PTRACE_SETREGS, id, 0, &registers);
#elif defined(__aarch64__)
  int none = -1;
  struct iovec number = {&none, sizeof none};
  ptrace(PTRACE_SETREGSET, id, NT_ARM_SYSTEM_CALL, &number);
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  ptrace(PTRACE_GETREGSET, id, NT_PRSTATUS, &all);
  registers.regs[0] = result;
  ptrace(PTRACE_SETREGSET, id, NT_PRSTATUS, &all);
#else
#error "the registers of this processor are not known"
#endif
}

static void judge(struct thread *caller) {
  struct ptrace_syscall_info info = {0};
  ptrace(PTRACE_GET_SYSCALL_INFO, caller->id, sizeof info, &info);
  long number = info.seccomp.nr;
  if (!caller->counts) {
    caller->counts = number == SYS_fcntl && info.seccomp.args[0] == 0
      && info.seccomp.args[1] == F_GETFD;
    return;
  }
  for (struct call *call = calls; call < calls + call_count; call++) {
    if (call->number != number) continue;
    call->count++;
    if (strcmp(call->name, chosen) || call->count < first || (last && call->count > last)) return;
    failed++;
    answer(caller->id, error ? -error : (long)info.seccomp.args[2]);
    return;
  }
}

/* Makes a new thread one of those that count, if its maker is, and lets it go on if it waits. */
static void tell(struct thread *maker) {
  unsigned long id = 0;
  ptrace(PTRACE_GETEVENTMSG, maker->id, 0, &id);
  struct thread *made = thread(id);
  made->counts = maker->counts;
  made->is_told = 1;
  if (made->waits) ptrace(PTRACE_CONT, made->id, 0, 0);
  made->waits = 0;
}

static void stopped(pid_t id, int status) {
  struct thread *self = thread(id);
  long sent = 0;
  switch (status >> 16) {
  case PTRACE_EVENT_SECCOMP: judge(self); break;
  case PTRACE_EVENT_EXEC: self->counts = 0; break;
  case PTRACE_EVENT_CLONE: case PTRACE_EVENT_FORK: case PTRACE_EVENT_VFORK: tell(self); break;
  default:
    if (WSTOPSIG(status) == SIGSTOP && !self->is_told) {
      self->waits = 1;
      return;
    }
    sent = WSTOPSIG(status);
    /* The first stop of a thread that was told of is no signal either. */
    if (sent == SIGSTOP && self->is_told == 1) sent = 0;
    self->is_told = 2;
  }
  ptrace(PTRACE_CONT, id, 0, sent);
}

static int follow(pid_t program) {
  int status, result = 0;
  for (;;) {
    pid_t id = waitpid(-1, &status, __WALL);
    if (id < 0 && errno == EINTR) continue;
    if (id < 0) return result;
    if (WIFSTOPPED(status)) {
      stopped(id, status);
      continue;
    }
    if (id == program) result = status;
    thread(id)->id = 0;
  }
}

static void report(const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL) exit(124);
  for (int i = 0; i < call_count; i++)
    if (calls[i].count) fprintf(file, "%s %ld\n", calls[i].name, calls[i].count);
  fprintf(file, "failed %ld\n", failed);
  if (fclose(file)) exit(124);
}

int main(int count, char **words) {
  if (count < 7) return 127;
  chosen = words[2];
  first = atol(words[3]);
  last = atol(words[4]);
  error = atol(words[5]);
  pid_t program = fork();
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    install_filter();
    execv(words[6], words + 6);
    _exit(127);
  }
  int status;
  if (program < 0 || waitpid(program, &status, __WALL) != program) return 127;
  if (!WIFSTOPPED(status)) return 127;
  thread(program)->is_told = 2;
  ptrace(PTRACE_SETOPTIONS, program, 0, (void *)(long)(PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP
    | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC));
  ptrace(PTRACE_CONT, program, 0, 0);
  status = follow(program);
  report(words[1]);
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  return 126;
}
