// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded: the N-th allocation of a program returns no memory, or all from it on.
//
//   SEAWIND_FAULT_MEMORY=PROGRAM:N:once|lasting    N = 0: only counted
//   SEAWIND_FAULT_USES=FILE                        8 bytes: how many allocations there were
//
// Allocations before main() are not counted. The counter is in the mapped file, so that it survives
// any end of the program, and all processes of the program share it.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

using Counter = std::atomic<unsigned long>;
Counter* uses = nullptr;  // null: not this program
unsigned long at = 0;     // 0: never
bool lasting = false;

/// As the last of the constructors of the libraries: nothing of ours is constructed yet.
__attribute__((constructor)) void begin() {
  const char* const wanted = std::getenv("SEAWIND_FAULT_MEMORY");
  const char* const file = std::getenv("SEAWIND_FAULT_USES");
  if (wanted == nullptr || file == nullptr) return;
  const char* const end = std::strchr(wanted, ':');
  if (end == nullptr) return;
  const auto size = static_cast<std::size_t>(end - wanted);
  if (std::strlen(program_invocation_short_name) != size ||
      std::strncmp(program_invocation_short_name, wanted, size) != 0)
    return;
  char* mode = nullptr;
  at = std::strtoul(end + 1, &mode, 10);
  lasting = std::strcmp(mode, ":lasting") == 0;
  const int fd = ::open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || ::ftruncate(fd, sizeof(Counter)) != 0) return;
  void* const shared = ::mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  ::close(fd);
  if (shared != MAP_FAILED) uses = static_cast<Counter*>(shared);
}

bool fails() {
  if (uses == nullptr) return false;
  const unsigned long use = uses->fetch_add(1, std::memory_order_relaxed) + 1;
  const bool now = at != 0 && (use == at || (lasting && use > at));
  if (now) errno = ENOMEM;
  return now;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
  return fails() ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return fails() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  if (fails()) return ENOMEM;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? ENOMEM : 0;
}

}  // extern "C"
