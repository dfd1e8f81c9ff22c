#ifndef CUNICODE_OUTPUT_H
#define CUNICODE_OUTPUT_H

#include <cstdint>
#include <cstring>

namespace cunicode {

/// Writes what fits and counts all bytes.
class Output {
 public:
  Output(uint8_t *bytes, int32_t capacity) : bytes_(bytes), capacity_(capacity) {}
  void append(const char *from, int32_t count) {
    if (length_ + count <= capacity_ && count > 0)
      std::memcpy(bytes_ + length_, from, static_cast<size_t>(count));
    length_ += count;
  }
  void append(uint8_t byte) {
    if (length_ < capacity_) bytes_[length_] = byte;
    length_++;
  }
  int32_t length() const { return length_; }

 protected:
  uint8_t *bytes_;
  int32_t capacity_;
  int32_t length_ = 0;
};

}  // namespace cunicode

#endif
